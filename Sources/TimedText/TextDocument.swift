/// A text segment, whatever it is written in. Its first bytes decide, not its name.
package enum TextDocument: Sendable {
    case webVTT(WebVTTDocument)
    /// IMSC1 in fragmented MP4.
    case fragmented(FragmentedText)

    /// Nil for what is neither.
    ///
    /// - Parameter bytes: with the initialization section before them, if there is one.
    package init?(_ bytes: [UInt8]) {
        let type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
        if ["ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "free", "skip"].contains(type) {
            self = .fragmented(FragmentedText(bytes))
            return
        }
        let document = WebVTTDocument(bytes)
        if document.faults.first?.reason == .notWebVTT { return nil }
        self = .webVTT(document)
    }

    /// On the session's timeline.
    package func cues(_ timing: TextSegmentTiming) -> [TextCue] {
        switch self {
        case .webVTT(let document): document.cues(timing)
        case .fragmented(let text): text.cues(timing)
        }
    }
}
