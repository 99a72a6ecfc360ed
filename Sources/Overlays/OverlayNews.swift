/// What an owner's folder of overlays has become.
package struct OverlayNews: Sendable, Hashable {
    /// The pages that can be shown, in order; nil: there is no such folder.
    package var pages: [OverlayPage]?
    /// What is wrong with the files that can't be shown, by the id of their page: what was read of one before stays.
    package var broken: [String: [String]]
    /// The marks of each file that has any, by the name of the file without `.toml`.
    package var marks: [String: [OverlayMark]]

    package init(pages: [OverlayPage]?, broken: [String: [String]] = [:], marks: [String: [OverlayMark]] = [:]) {
        self.pages = pages
        self.broken = broken
        self.marks = marks
    }
}

/// Where an owner's overlays come from.
package protocol OverlayShelf: Sendable {
    /// What has become of them since the last call; nil: nothing was changed. Blocks while it reads.
    func changes() -> OverlayNews?
}

/// A program of the owner's, which `[command.NAME]` of the configuration allows.
package struct OwnerProgram: Sendable, Hashable {
    package var name: String
    /// The program's absolute path, and its arguments.
    package var arguments: [String]
    /// How long it may run.
    package var limit: Duration

    package init(name: String, arguments: [String], limit: Duration = .seconds(10)) {
        self.name = name
        self.arguments = arguments
        self.limit = limit
    }
}
