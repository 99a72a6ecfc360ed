/// The settings that a scenario asks of the box's configuration; the rest is the bench's.
package struct BoxSettings: Sendable, Hashable {
    /// An M3U's text, `{origin}` standing for the origin's address; nil: the origin's own list.
    package var lineup: String?
    /// The screen's mode, `1280x720`; nil: what the screen prefers.
    package var mode: String?
    package var takesCEC: Bool
    /// Whether there is a page with the remote for a browser, on any free port.
    package var page: Bool
    /// The passcode, set through `hearthctl passcode set` once the daemon answers; programmes over 12
    /// then ask for it.
    package var passcode: String?
    /// Whether the state (channel, volume, passcode) of the run before is kept.
    package var keepsState: Bool

    /// The inputs of the box: each table's keys, as TOML, by its name.
    package var inputs: [String: String] = [:]
    /// The owner's pages of overlays, each by the name of its file; a bench beside its box writes them (board U).
    package var overlays: [String: String] = [:]
    /// The film for `[interface] splash`, by its path on the origin; a bench beside its box fetches it (board U).
    package var splash: String?

    package init(
        lineup: String? = nil, mode: String? = "1280x720", takesCEC: Bool = false, page: Bool = false,
        passcode: String? = nil, keepsState: Bool = false
    ) {
        self.lineup = lineup
        self.mode = mode
        self.takesCEC = takesCEC
        self.page = page
        self.passcode = passcode
        self.keepsState = keepsState
    }

    /// hearthd's configuration file for these settings.
    ///
    /// - Parameters:
    ///   - lineup: its path or address
    ///   - mode: as the file has it; nil: what the screen prefers
    ///   - tables: what a bench adds, as TOML
    func configuration(lineup: String, state: String, socket: String, mode: String?, tables: String) -> String {
        """
        lineup = "\(lineup)"
        state_dir = "\(state)"
        socket = "\(socket)"
        [display]
        \(mode.map { "mode = \"\($0)\"" } ?? "")
        [parental]
        age = 12
        programme_grace = 0
        [input]
        cec = \(takesCEC)
        [page]
        port = \(page ? 0 : -1)
        \(tables)

        """
    }
}
