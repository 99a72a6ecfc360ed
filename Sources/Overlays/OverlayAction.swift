import Commands

/// What a button of an overlay does. The list is closed: a file can't do anything else.
package enum OverlayAction: Hashable, Sendable {
    /// A command, as a key gives it; `overlay NAME` shows another page.
    case command(Command)
    /// Runs what `[command.NAME]` of the configuration allows.
    case program(String)
    case close

    /// Reads an action: `tune 12`, `overlay NAME`, `exec NAME`, `close`.
    package init(text: String) throws(Command.SyntaxError) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        switch parts.first {
        case "exec" where !rest.isEmpty: self = .program(String(rest))
        case "close" where rest.isEmpty: self = .close
        default: self = .command(try Command(text: text))
        }
    }
}
