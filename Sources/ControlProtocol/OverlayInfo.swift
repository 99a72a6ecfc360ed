/// A page of the owner's overlays has come or gone.
package struct OverlayInfo: Codable, Sendable, Hashable {
    package enum What: String, Codable, Sendable {
        case presented
        /// The viewer left it, or chose something in it.
        case dismissed
        /// Something else took its place.
        case cancelled
    }

    package var page: String
    package var what: What

    package init(page: String, what: What) {
        self.page = page
        self.what = what
    }
}

/// The pages of the owner's overlays.
package struct OverlayList: Codable, Sendable, Hashable {
    package struct Page: Codable, Sendable, Hashable {
        package var id: String
        /// Where it is seen: `overlay`, `info` or `bar`.
        package var place: String
        /// In the viewer's language.
        package var title: String
        package var rows: Int

        package init(id: String, place: String, title: String, rows: Int) {
            self.id = id
            self.place = place
            self.title = title
            self.rows = rows
        }
    }

    package var pages: [Page]
    /// The one that is on the screen; nil: none is.
    package var shown: String?
    /// What is wrong with files, each by its page.
    package var troubles: [String: [String]]

    package init(pages: [Page], shown: String?, troubles: [String: [String]]) {
        self.pages = pages
        self.shown = shown
        self.troubles = troubles
    }
}
