import MediaCore
import OriginScenes

/// The set of channels an origin offers.
package enum OriginProfile: String, Sendable, CaseIterable {
    /// Seven channels that look and sound like television.
    case demo
    /// 720p25 ladders and, after them, one channel of 1080p30.
    case standard
    /// The channels of `standard`, and one of 720p60.
    case rates
    /// Two small channels that encode in a moment, for tests.
    case test

    package func channels(count: Int?) -> [ChannelContent] {
        switch self {
        case .demo:
            return Self.television.prefix(max(count ?? Self.television.count, 1)).enumerated().map { index, row in
                demoChannel(index + 1, row)
            }
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

    /// The channels shown in breaks that are encoded differently from the programme.
    package var adverts: [ChannelContent] {
        let rung =
            self == .test
            ? ChannelContent.Rung(name: "advert", size: PixelSize(width: 160, height: 90), kilobits: 100)
            : ChannelContent.Rung(name: "advert", size: PixelSize(width: 640, height: 360), kilobits: 800)
        return BreakKind.allCases.compactMap { kind in
            kind.codecs.map { codecs in
                ChannelContent(
                    number: codecs.number, name: "Advert \(kind.rawValue)", framesPerSecond: 25,
                    loopSeconds: self == .test ? 8 : 16, rungs: [rung], group: "Adverts", rating: nil,
                    video: codecs.video, audio: codecs.audio)
            }
        }
    }

    /// The demo's channels in the order of their numbers.
    private static let television: [(name: String, group: String, scene: Scene)] = [
        ("Newsroom 24", "News and Sport", .news), ("Cinema Nord", "Entertainment", .dusk),
        ("Coast Weather", "News and Sport", .weather), ("Night Tower", "Entertainment", .night),
        ("Glass Garden", "Entertainment", .music), ("Pip TV", "Entertainment", .children),
        ("Sport Eins", "News and Sport", .sport),
    ]

    private func demoChannel(_ number: Int, _ row: (name: String, group: String, scene: Scene)) -> ChannelContent {
        let like = row.scene == .sport ? fullHDChannel(number) : ladderChannel(number)
        return ChannelContent(
            number: number, name: row.name, framesPerSecond: like.framesPerSecond, loopSeconds: like.loopSeconds,
            rungs: like.rungs, group: row.group, rating: row.scene == .night ? 18 : nil, scene: row.scene)
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
