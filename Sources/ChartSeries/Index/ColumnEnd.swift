/// One of the two extremes; the raw value is its index in a pair of extremes.
enum ColumnEnd: Int {
    case minimum = 0
    case maximum = 1
}
