import Commands
import Devices

/// The keys on the screen with which a search is typed: letters and digits in rows, and a last row of what is no letter.
enum SearchKeyboard {
    enum Key: Hashable, Sendable {
        case letter(Character)
        case space, erase, clear
    }

    /// A place on it, counted from the top left.
    struct Place: Hashable, Sendable {
        var row = 0
        var column = 0
    }

    static let columns = 6
    static let rows: [[Key]] = {
        let letters = Array("abcdefghijklmnopqrstuvwxyz1234567890")
        let lines = stride(from: 0, to: letters.count, by: columns).map { start in
            letters[start..<min(start + columns, letters.count)].map(Key.letter)
        }
        return lines + [[.space, .erase, .clear]]
    }()

    static func key(at place: Place) -> Key { rows[place.row][place.column] }

    /// The place of the next key in a direction; nil: it leads off the keyboard.
    static func place(_ direction: Command.Direction, from place: Place) -> Place? {
        var next = place
        switch direction {
        case .left: next.column -= 1
        case .right: next.column += 1
        case .up: next.row -= 1
        case .down: next.row += 1
        }
        guard rows.indices.contains(next.row) else { return nil }
        // The keys of the last row are as wide as several.
        let (before, after) = (rows[place.row].count, rows[next.row].count)
        if before != after { next.column = next.column * after / before }
        return rows[next.row].indices.contains(next.column) ? next : nil
    }
}
