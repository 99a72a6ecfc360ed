/// A text segment of any format. Its first bytes decide, not its name.
package enum TextDocument: Sendable {
    case webVTT(WebVTTDocument)
    /// IMSC1 in fragmented MP4.
    case fragmented(FragmentedText)

    /// Parses a segment; nil for one of neither format.
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

    /// The cues on the session's timeline.
    package func cues(_ timing: TextSegmentTiming) -> [TextCue] {
        switch self {
        case .webVTT(let document): document.cues(timing)
        case .fragmented(let text): text.cues(timing)
        }
    }
}
