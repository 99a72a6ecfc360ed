/// A request for the panel of figures: `{"shown": true}` shows it over the picture; `{}` toggles.
package struct DiagnosticsRequest: Codable, Sendable, Equatable {
    package var shown: Bool?

    package init(shown: Bool? = nil) {
        self.shown = shown
    }
}

/// Whether the panel is shown.
package struct DiagnosticsInfo: Codable, Sendable, Equatable {
    package var shown: Bool

    package init(shown: Bool) {
        self.shown = shown
    }
}
