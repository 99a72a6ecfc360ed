import MediaCore

/// One channel of the origin: what is painted, how it is encoded.
package struct ChannelContent: Sendable, Hashable {
    /// One rung of the ladder.
    package struct Rung: Sendable, Hashable {
        /// As in its URL: the height.
        package let name: String
        package let size: PixelSize
        /// Of the video, in kbit/s.
        package let kilobits: Int
    }

    /// All pieces last this long, and begin with an IDR picture.
    package static let pieceSeconds = 2

    /// 1…99; also the pitch of the beep and the pattern's channel.
    package let number: Int
    package let name: String
    package let framesPerSecond: Int
    /// A multiple of 8 s, in which AAC frames (1024 samples at 48 kHz) and pictures both come out even.
    package let loopSeconds: Int
    /// Best first; the first one's size is the painted size.
    package let rungs: [Rung]
    package let group: String
    /// The age below which the channel is not meant; nil: for all.
    package let rating: Int?

    package var piecesPerLoop: Int { loopSeconds / Self.pieceSeconds }
    package var framesPerLoop: Int { loopSeconds * framesPerSecond }
    package var framesPerPiece: Int { Self.pieceSeconds * framesPerSecond }
    package var beepHertz: Int { 400 + 100 * number }

    package func rung(named name: String) -> Rung? { rungs.first { $0.name == name } }

    /// Which frames show the white box and sound the beep: those that begin in the first 100 ms of
    /// a second.
    package func isFlash(frame: Int) -> Bool {
        frame % framesPerSecond * 10 < framesPerSecond
    }

    /// Identifies the encoded content: whatever changes the bytes must be in here.
    var cacheKey: String {
        let ladder = rungs.map { "\($0.size.width)x\($0.size.height)@\($0.kilobits)" }.joined(separator: "+")
        return "v3 \(number) \(framesPerSecond) \(loopSeconds) \(ladder)"
    }
}

/// The set of channels an origin offers.
package enum OriginProfile: String, Sendable, CaseIterable {
    /// 720p25 ladders and, after them, one channel of 1080p30.
    case standard
    /// The same, and a channel of 720p60.
    case rates
    /// Two small channels that encode in a moment, for tests.
    case test

    package func channels(count: Int?) -> [ChannelContent] {
        switch self {
        case .standard:
            let count = min(max(count ?? 6, 1), 98)
            return (1...count).map { ladderChannel($0) } + [fullHDChannel(count + 1)]
        case .rates:
            let standard = Self.standard.channels(count: min(count ?? 6, 97))
            return standard + [sportsChannel(standard.count + 1)]
        case .test:
            let count = min(max(count ?? 2, 1), 99)
            return (1...count).map { number in
                ChannelContent(
                    number: number, name: Self.name(number), framesPerSecond: 25, loopSeconds: 8,
                    rungs: [
                        ChannelContent.Rung(name: "180", size: PixelSize(width: 320, height: 180), kilobits: 400),
                        ChannelContent.Rung(name: "90", size: PixelSize(width: 160, height: 90), kilobits: 100),
                    ], group: "Tests", rating: number == 2 ? 18 : nil)
            }
        }
    }

    private func ladderChannel(_ number: Int) -> ChannelContent {
        ChannelContent(
            number: number, name: Self.name(number), framesPerSecond: 25, loopSeconds: 32,
            rungs: [
                ChannelContent.Rung(name: "720", size: PixelSize(width: 1280, height: 720), kilobits: 3000),
                ChannelContent.Rung(name: "480", size: PixelSize(width: 854, height: 480), kilobits: 1200),
                ChannelContent.Rung(name: "240", size: PixelSize(width: 426, height: 240), kilobits: 400),
            ], group: number % 2 == 1 ? "News" : "Films", rating: number == 4 ? 18 : nil)
    }

    private func fullHDChannel(_ number: Int) -> ChannelContent {
        ChannelContent(
            number: number, name: "Hearth Full HD", framesPerSecond: 30, loopSeconds: 32,
            rungs: [ChannelContent.Rung(name: "1080", size: PixelSize(width: 1920, height: 1080), kilobits: 6000)],
            group: "Films", rating: nil)
    }

    private func sportsChannel(_ number: Int) -> ChannelContent {
        ChannelContent(
            number: number, name: "Hearth Sports", framesPerSecond: 60, loopSeconds: 8,
            rungs: [ChannelContent.Rung(name: "720", size: PixelSize(width: 1280, height: 720), kilobits: 6000)],
            group: "News", rating: nil)
    }

    private static func name(_ number: Int) -> String {
        let words = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
        return "Hearth " + (number <= words.count ? words[number - 1] : String(number))
    }
}
