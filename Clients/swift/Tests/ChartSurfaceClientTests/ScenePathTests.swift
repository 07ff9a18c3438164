import Foundation
import Testing

@testable import ChartSurfaceClient

struct ScenePathTests {
    @Test func `a path has its steps in absolute places`() throws {
        let path = try path(#"{"path":"M1 2l3-.5H10v-2Zl.5.5","stroke":"axis"}"#)
        let places = [Point(x: 4, y: 1.5), Point(x: 10, y: 1.5), Point(x: 10, y: -0.5)]
        let back = ScenePath.Step.line(Point(x: 1.5, y: 2.5))
        #expect(path.steps == [.move(Point(x: 1, y: 2))] + places.map { .line($0) } + [.close, back])
    }

    @Test func `an arc is the line to its end`() throws {
        let path = try path(#"{"path":"M0 4a4 4 0 0 1 4-4l1 1","fill":"raised"}"#)
        #expect(
            path.steps == [.move(Point(x: 0, y: 4)), .line(Point(x: 4, y: 0)), .line(Point(x: 5, y: 1))])
    }

    @Test func `a scene of changes is completed by the layers of the one before`() throws {
        let head = #""width":8,"height":4,"insets":{"top":0,"left":0,"bottom":0,"right":0}"#
        let tail = #""since":3,"kept":["a"],"order":["b","a"]"#
        func layer(_ key: String, _ path: String) -> String {
            #"{"key":"\#(key)","role":"series","clip":"plot","items":[{"path":"\#(path)","stroke":"axis"}]}"#
        }
        let whole: ChartScene = try decoded(
            Data("{\(head),\"layers\":[\(layer("a", "M0 0")),\(layer("b", "M1 1"))]}".utf8))
        let change: ChartScene = try decoded(
            Data("{\(head),\"layers\":[\(layer("b", "M2 2"))],\(tail)}".utf8))
        let completed = change.completed(by: whole)
        #expect(completed.layers.map(\.key) == ["b", "a"])
        #expect(completed.layers[0] == change.layers[0] && completed.layers[1] == whole.layers[0])
        #expect(completed.since == nil && completed.layers.allSatisfy(\.isClipped))
    }

    private func path(_ text: String) throws -> ScenePath { try decoded(Data(text.utf8)) }
}
