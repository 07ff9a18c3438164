/// Which of the two extremes of values is meant; the raw value is its place in a pair.
enum ColumnEnd: Int {
    case minimum = 0
    case maximum = 1
}
