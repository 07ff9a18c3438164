/// One multiple of a decimal step.
struct StepMultiple: Sendable {
    /// The step.
    var step: DecimalStep
    /// The number of steps, a whole number.
    var index: Double
    /// The value of the multiple.
    var value: Double

    init(step: DecimalStep, index: Double) {
        self.step = step
        self.index = index
        value = step.multiple(index)
    }

    /// The multiple as a decimal number, exact unless doubles are wider apart than the step.
    var label: DecimalLabel {
        step.units(index).map { DecimalLabel(units: $0, power: step.power) } ?? DecimalLabel(shortest: value)
    }
}
