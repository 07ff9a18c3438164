/// A search for a boundary in ascending values: it guesses, gallops from the guess, then bisects.
struct SortedSearch {
    /// The values, ascending over `rows`.
    let x: ColumnValues
    /// The rows to search.
    let rows: Range<Int>

    /// Finds the first row past a boundary; the first guess interpolates as if all x were evenly spaced.
    ///
    /// - Parameters:
    ///   - target: The x near which the boundary lies.
    ///   - isPast: Whether an x is past the boundary; if it is, so is every larger x.
    /// - Returns: The row, or the end of `rows` when none is past the boundary.
    func firstRow(near target: Double, where isPast: (Double) -> Bool) -> Int {
        firstRow(from: guess(for: target), where: isPast)
    }

    /// Finds the first row past a boundary, galloping away from a row.
    ///
    /// - Parameters:
    ///   - guess: The row to start from; any row is correct, a near one is fast.
    ///   - isPast: Whether an x is past the boundary; if it is, so is every larger x.
    /// - Returns: The row, or the end of `rows` when none is past the boundary.
    /// - Complexity: O(log of the distance between `guess` and the result).
    func firstRow(from guess: Int, where isPast: (Double) -> Bool) -> Int {
        var low = rows.lowerBound
        var high = rows.upperBound
        guard low < high else { return low }
        var probe = min(max(guess, low), high - 1)
        var step = 1
        if isPast(x[probe]) {
            high = probe
            while probe > low {
                probe = max(low, high - step)
                if !isPast(x[probe]) {
                    low = probe + 1
                    break
                }
                high = probe
                step *= 2
            }
        } else {
            low = probe + 1
            while low < high {
                probe = min(high - 1, low + step - 1)
                if isPast(x[probe]) {
                    high = probe
                    break
                }
                low = probe + 1
                step *= 2
            }
        }
        while low < high {
            let middle = low + (high - low) / 2
            if isPast(x[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func guess(for target: Double) -> Int {
        guard let lastRow = rows.last else { return rows.lowerBound }
        let first = x[rows.lowerBound] / 2
        let fraction = (target / 2 - first) / (x[lastRow] / 2 - first)
        guard fraction.isFinite else { return rows.lowerBound + rows.count / 2 }
        return rows.lowerBound + Int(min(max(fraction, 0), 1) * Double(rows.count - 1))
    }
}
