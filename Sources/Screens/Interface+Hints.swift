import MediaCore

/// Which keys do what: said over the picture when there is one, and while a key is held.
extension Interface {
    private static let hintTime = Duration.seconds(7)

    /// Only over the picture.
    mutating func showHint(_ hints: [KeyHint]) {
        guard focus == .video, lineup.presented == nil, !hints.isEmpty else { return }
        // The name that lingers after a flip stands where the hint does.
        interstitial.dismiss(at: now)
        hint.present(hints, at: now, for: Self.hintTime)
    }

    /// The first channel is there, and its name has been read: now is the time for the hint of the start.
    mutating func showOwedHint() {
        guard let hints = owedHint, focus == .video, lineup.presented == nil, interstitial.state == nil else { return }
        owedHint = nil
        showHint(hints)
    }

    /// Who opens something knows how.
    mutating func dropHint() {
        hint.dismiss(at: now)
        owedHint = nil
    }
}
