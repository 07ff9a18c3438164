/// The whole number next to a number.
extension Double {
    /// The nearest integer of a number that fits into `Int`; halves round away from zero.
    ///
    /// Unlike `rounded()`, it needs no mathematics library besides the standard library.
    var nearestInteger: Int {
        let whole = Int(self)
        let rest = self - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}
