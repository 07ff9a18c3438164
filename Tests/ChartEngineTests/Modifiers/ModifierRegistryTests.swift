import ChartEngine
import Testing

struct ModifierRegistryTests {
    @Test func `the built-in modifiers have the names of the documentation`() {
        #expect(
            ModifierRegistry.builtIn.names == [
                "zoomPan", "pinchZoom", "mouseWheelZoom", "zoomExtents", "cursor", "doubleTapDragZoom", "rotateChart",
                "marquee", "dateWindowZoom", "rowSelection", "gestureObserver", "tooltip", "rollover",
                "verticalSlice", "seriesSelection", "dataPointSelection", "legend", "seriesValue", "axisMarker",
                "xAxisDrag", "yAxisDrag", "rubberBandZoom", "windowScrubber", "group", "overview",
                "annotationPlacement", "annotationEdit",
            ])
    }

    @Test func `the default modifiers are registered`() {
        for name in ModifierRegistry.defaultModifiers { #expect(ModifierRegistry.builtIn[name] != nil) }
    }

    @Test func `the registry finds a type by its name only`() throws {
        var registry = ModifierRegistry()
        registry.register(ProbeModifier.self)
        #expect(registry["probe"] == ProbeModifier.self)
        #expect(registry["zoomPan"] == nil)
    }

    @Test func `the defaults of every built-in modifier are valid`() throws {
        func validate<Modifier: ChartModifier>(_ type: Modifier.Type) throws { try Modifier.Parameters().check() }
        for name in ModifierRegistry.builtIn.names {
            let type = try #require(ModifierRegistry.builtIn[name])
            try validate(type)
        }
    }

    @Test func `the defaults match the documentation`() {
        let pan = ZoomPanModifier.Parameters()
        #expect(pan.direction == .xy && pan.clipModeX == .clipAtExtents && pan.clipModeY == .clipAtExtents)
        #expect(pan.clipModeTargetX == .maximumRange && pan.clipModeTargetY == .maximumRange)
        #expect(!pan.zoomExtentsY && pan.minimumTouches == 1 && !pan.allowsGestureOnAxis)
        let pinch = PinchZoomModifier.Parameters()
        #expect(pinch.direction == .xy && pinch.uniform && pinch.scaleFactor == 1 && pinch.clipMode == .clipAtExtents)
        let wheel = MouseWheelZoomModifier.Parameters()
        #expect(wheel.action == .zoom && wheel.direction == .x && wheel.law == .d3)
        #expect(wheel.clipMode == .clipAtExtents && wheel.clipModeTarget == .maximumRange)
        let drag = DoubleTapDragZoomModifier.Parameters()
        #expect(drag.scaleFactor == -50 && drag.axes == nil && drag.anchor == .touch)
        #expect(drag.clipMode == .clipAtExtents)
        let extents = ZoomExtentsModifier.Parameters()
        #expect(extents.direction == .xy && extents.executeOn == .doubleTap && extents.range == nil)
        let window = DateWindowZoomModifier.Parameters()
        #expect(window.growth == 1.2 && window.minimumHalf == 86_400_000 && window.snap == .noon)
        #expect(MarqueeModifier.Parameters().selects == .rows && MarqueeModifier.Parameters().mode == .replace)
        #expect(!RowSelectionModifier.Parameters().keepOnEnd)
        let axisDrag = AxisDragParameters()
        #expect(axisDrag.dragMode == .scale && axisDrag.clipMode == nil && axisDrag.minTouchArea == 24)
        let band = RubberBandZoomModifier.Parameters()
        #expect(band.direction == .xy && band.minDragSensitivity == 5 && !band.zoomExtentsY)
        let scrubber = WindowScrubberModifier.Parameters()
        #expect(scrubber.step == .day && scrubber.minimumThumb == 16 && scrubber.strip == nil)
        let cursor = CursorModifier.Parameters()
        #expect(cursor.useInterpolation && cursor.sourceMode == .allVisibleSeries && cursor.hitTestRadius == 0)
    }
}
