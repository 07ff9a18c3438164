import ArgumentParser
import ChartCommands

/// The executable; everything it does is in the library, where tests reach it.
@main
enum ChartSurface {
    static func main() async {
        await ChartSurfaceCommand.main()
    }
}
