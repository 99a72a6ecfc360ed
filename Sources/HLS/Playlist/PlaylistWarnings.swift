/// The warnings about one playlist. A hostile text could cause one on each line, so they are bounded.
struct PlaylistWarnings {
    private static let maximum = 200

    private var kept: [PlaylistError] = []
    private var further = 0
    private var last = 1

    mutating func add(_ reason: PlaylistError.Reason, _ line: Int) {
        last = line
        if kept.count < PlaylistWarnings.maximum {
            kept.append(PlaylistError(line: line, reason))
        } else {
            further += 1
        }
    }

    var all: [PlaylistError] {
        further == 0 ? kept : kept + [PlaylistError(line: last, .furtherWarnings(further))]
    }
}
