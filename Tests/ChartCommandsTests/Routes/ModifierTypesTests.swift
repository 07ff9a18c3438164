import ChartEngine
import HTTPTypes
import Testing

/// What `GET /v1/modifiers` tells of the types of modifiers.
@Suite struct ModifierTypesTests {
    @Test(arguments: [
        #"{"type":"zoomPan","gesture":"pan","properties":[{"name":"id","type":"string","default":"zoomPan","bounds":[1,64],"#,
        #"{"name":"direction","type":"string","default":"xy","bounds":["xy","x","y"],"meaning":"The axes that move."}"#,
        #"{"name":"minimumTouches","type":"integer","default":1,"bounds":[1,16],"meaning":"The number of fingers"#,
        #"{"name":"hitTestRadius","type":"number","default":24,"bounds":[0,null],"meaning":"The largest distance"#,
        #"{"name":"axes","type":"array","default":null,"bounds":null,"meaning":"The ids of the axes that move"#,
        #"{"name":"location","type":"object","default":{"x":8,"y":8},"bounds":null,"meaning":"#,
        #"{"type":"seriesValue","gesture":null,"properties":["#,
        #"{"type":"rotateChart","gesture":null,"properties":["#,
        #"{"name":"children","type":"array","default":[],"bounds":null,"meaning":"#,
    ])
    func `a type is listed with what a client can set`(part: String) async throws {
        try await Service.run { service in
            let answer = try await service.send(.get, "/v1/modifiers")
            #expect(answer.status == 200)
            #expect(answer.text.hasPrefix(#"{"modifiers":[{"type":"zoomPan""#))
            #expect(answer.text.contains(part))
        }
    }

    @Test func `every registered type is listed, in the order of registration`() async throws {
        try await Service.run { service in
            let text = try await service.send(.get, "/v1/modifiers").text
            let types = text.matches(of: #/\{"type":"(\w+)","gesture"/#).map { String($0.output.1) }
            #expect(types == ModifierRegistry.builtIn.names)
        }
    }

    @Test func `a preset is listed with its modifiers`() async throws {
        try await Service.run { service in
            let text = try await service.send(.get, "/v1/modifiers").text
            #expect(
                text.contains(
                    #""presets":[{"name":"dashboard","modifiers":[{"type":"zoomPan","direction":"x"},{"type":"pinchZoom""#
                ))
            let names = text.matches(of: #/\{"name":"(\w+)","modifiers"/#).map { String($0.output.1) }
            #expect(names == ["dashboard", "trading", "sensor", "map", "kiosk"])
        }
    }
}
