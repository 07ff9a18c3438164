/// One multiple of a decimal step.
struct StepMultiple: Sendable {
    /// The largest index up to which every whole number is a double.
    private static let largestExactIndex = 0x1p53

    /// The step.
    var step: DecimalStep
    /// How many steps, a whole number.
    var index: Double
    /// The multiple.
    var value: Double

    init(step: DecimalStep, index: Double) {
        self.step = step
        self.index = index
        value = step.multiple(index)
    }

    /// The multiple in decimal, exact unless doubles are wider apart than the step.
    var label: DecimalLabel {
        guard index.magnitude <= Self.largestExactIndex else { return DecimalLabel(shortest: value) }
        return DecimalLabel(units: Int(index) * step.factor, power: step.power)
    }
}
