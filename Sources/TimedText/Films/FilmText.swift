import MediaCore

/// Reads the subtitles that a film has within it, one packet at a time.
package struct FilmText: Sendable {
    private let codec: TextCodec
    private let styles: SubStationStyles

    /// How long a text is shown when the film gives it no duration.
    private static let usual = Duration.seconds(4)
    /// A packet that is longer is not read: most of it would be what is left out here.
    private static let longest = 65_536
    /// In bytes: more than anybody reads in its time.
    static let mostWords = 2000

    /// - Parameter configuration: what the container has for the whole track: for ASS its styles
    package init(_ codec: TextCodec, configuration: [UInt8] = []) {
        self.codec = codec
        styles = codec == .ass ? SubStationStyles(configuration) : SubStationStyles()
    }

    /// Reads a packet; nil for one that shows nothing.
    ///
    /// - Parameter duration: zero or less: the film does not say
    package func cue(_ bytes: [UInt8], at start: MediaTime, for duration: Duration) -> TextCue? {
        guard bytes.count <= Self.longest else { return nil }
        let read: (lines: [TextLine], placement: TextPlacement)?
        switch codec {
        case .subRip: read = SubRipText.read(String(decoding: bytes, as: UTF8.self))
        case .webVTT: read = (WebVTTText.lines(of: String(decoding: bytes, as: UTF8.self)), TextPlacement())
        case .ass: read = SubStationText.read(String(decoding: bytes, as: UTF8.self), styles)
        case .movText: read = (MovieText.lines(of: bytes[...]), TextPlacement())
        }
        guard let read, read.lines.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }),
            read.lines.reduce(0, { $0 + $1.text.utf8.count }) <= Self.mostWords
        else { return nil }
        return TextCue(
            start: start, end: start + (duration > .zero ? duration : Self.usual), lines: read.lines,
            placement: read.placement)
    }
}

extension TextPlacement {
    /// A place of a number pad, as ASS and what is derived from it name them: 1 is bottom left, 9 top right. Nil: it is
    /// none, or where text is anyway.
    init?(numberPad number: Int) {
        guard (1...9).contains(number), number != 2 else { return nil }
        self.init()
        switch number {
        case 4...6: line = .fraction(0.5, .center)
        case 7...9: line = .row(0)
        default: break
        }
        switch number % 3 {
        case 1: alignment = .left
        case 0: alignment = .right
        default: break
        }
    }
}
