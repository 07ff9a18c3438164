extension Double {
    /// The nearest integer, halves away from zero, of a number that an `Int` can hold.
    ///
    /// Unlike `rounded()`, it needs no mathematics library beside the standard library.
    var nearestInteger: Int {
        let whole = Int(self)
        let rest = self - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}
