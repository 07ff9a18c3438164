/// The pixels of a screen, on which straight lines are sharp.
struct PixelGrid {
    /// How many pixels a point has.
    let ratio: Double

    /// The middle of a line of one point that fills whole pixels, as near to a place as can be.
    func middle(near place: Double) -> Double { ((place - 0.5) * ratio).rounded() / ratio + 0.5 }

    /// The middle of a line of one point that begins at the pixel nearest to a place.
    func middle(behind place: Double) -> Double { (place * ratio).rounded() / ratio + 0.5 }
}
