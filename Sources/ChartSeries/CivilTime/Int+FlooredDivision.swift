/// Division of whole numbers that rounds down.
extension Int {
    /// The quotient rounded towards negative infinity.
    package func flooredQuotient(by divisor: Int) -> Int {
        self % divisor < 0 ? self / divisor - 1 : self / divisor
    }

    /// The remainder of the floored quotient, from 0 to below the divisor.
    package func flooredRemainder(by divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    /// The smallest multiple of a positive step that is not below this number.
    package func roundedUp(toMultipleOf step: Int) -> Int {
        let remainder = flooredRemainder(by: step)
        return remainder == 0 ? self : self + (step - remainder)
    }
}
