/// The candidate that a person most likely meant: the one with the fewest letters to change
/// (Levenshtein), if no more than a third of them.
package func closest(to word: String, among candidates: [String]) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    let best = candidates.map { (distance: editDistance(word, $0), candidate: $0) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, word.count / 3) else { return nil }
    return best.candidate
}

private func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (index, byte) in left.utf8.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in right.indices {
            let substituted = diagonal + (byte == right[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(substituted, row[column] + 1, row[column + 1] + 1)
        }
    }
    return row[right.count]
}
