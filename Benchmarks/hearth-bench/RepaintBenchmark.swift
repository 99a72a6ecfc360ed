import Base
import Commands
import Devices
import FlipMeasures
import Layout
import MediaCore
import Paint
import Screens

/// Measures what painting the interface costs at 1080p: CPU time of one thread, of each screen from nothing as it opens,
/// and of what a key or a second of it changes.
struct RepaintBenchmark {
    /// The most that a screen may take from nothing, and after a change, in milliseconds.
    static let (mostFull, mostDamaged) = (4.0, 1.0)
    private static let size = PixelSize(width: 1920, height: 1080)
    private static let time = HostTime(nanoseconds: 100_000_000_000)
    let rounds: Int

    /// A screen, and what changes in it from one round to the next.
    private struct Case {
        var name: String
        var opening: InterfaceEvent
        var change: (_ round: Int) -> InterfaceEvent
    }

    func run(_ report: inout Report) {
        let painter = Painter(cacheBytes: 0)
        _ = painter.setArtwork(Self.artwork(400, 200, .logo), for: "logo")
        _ = painter.setArtwork(Self.artwork(1280, 720, .poster), for: "poster")
        painter.warmUp(with: Self.cases.flatMap { Array(Self.pictures(of: Self.opened($0))) })
        for entry in Self.cases {
            var (full, damaged): ([Double], [Double]) = ([], [])
            var interface = Self.opened(entry)
            for round in 0..<rounds {
                let before = Self.pictures(of: interface)
                full.append(milliseconds(painter, before))
                _ = interface.handle(entry.change(round), at: Self.time + .milliseconds(500 + 10 * round))
                damaged.append(milliseconds(painter, Self.pictures(of: interface).subtracting(before)))
            }
            report.add("repaint", "\(entry.name), all of it, ms", Percentiles(full).row())
            report.add("repaint", "\(entry.name), what a change changes, ms", Percentiles(damaged).row())
            for (what, times, most) in [("all of it", full, Self.mostFull), ("a change", damaged, Self.mostDamaged)] {
                let p95 = Percentiles(times)[0.95]
                if !(p95 <= most) { report.miss("repaint: \(entry.name), \(what): p95 \(p95) ms, goal \(most)") }
            }
        }
    }

    private func milliseconds(_ painter: Painter, _ pictures: Set<Picture>) -> Double {
        // The painter keeps the newest of all.
        _ = painter.surface(for: Picture(node: Node(.empty), size: PixelSize(width: 1, height: 1), scale: 1))
        let start = ThreadTime.now
        for picture in pictures { _ = painter.surface(for: picture) }
        return (ThreadTime.now - start).inSeconds * 1e3
    }

    private static func opened(_ entry: Case) -> Interface {
        var interface = Interface()
        _ = interface.handle(entry.opening, at: time)
        _ = interface.handle(.wake, at: time + .milliseconds(500))
        return interface
    }

    private static func pictures(of interface: Interface) -> Set<Picture> {
        Set(interface.layers(size: size).flatMap(\.frames))
    }

    // MARK: The screens

    private static let one = ChannelLabel(id: "one", number: "12", name: "BBC One HD", group: "Films", logo: "logo")
    private static let two = ChannelLabel(id: "two", number: "11", name: "Das Erste", group: "News")
    private static let programme: ProgrammeLabel = {
        var label = ProgrammeLabel(title: "The Long Evening", times: "20:15 – 21:00", progress: 0.4, picture: "poster")
        label.subtitle = "Low Water"
        return label
    }()

    private static var cases: [Case] {
        [
            Case(
                name: "interstitial",
                opening: .interstitial(
                    InterstitialState(from: two, to: one, programme: programme, above: two, below: two))
            ) { round in
                .interstitial(
                    InterstitialState(
                        from: two, to: round.isMultiple(of: 2) ? two : one, programme: programme, above: one, below: one
                    ))
            },
            Case(name: "channel list", opening: .showList(list)) { round in .move(round % 20 < 10 ? .down : .up) },
            Case(name: "guide", opening: .showGuide(guide)) { round in
                .move([.right, .down, .down, .left, .up, .up][round % 6])
            },
            // A key that is held: a few rows further each time, and a page aside now and then.
            Case(name: "guide of 1,000 channels", opening: .showGuide(largeGuide)) { round in
                round % 10 == 9 ? .page(round % 20 == 9 ? .right : .left) : .move(.down)
            },
            Case(name: "home", opening: .showHome(home)) { round in .move([.down, .right, .right, .up][round % 4]) },
            Case(name: "search", opening: .showSearch(SearchState())) { round in
                round % 3 == 2 ? .move(.right) : .found(found(round))
            },
            Case(name: "info panel", opening: .info(info)) { round in .move(round % 4 < 2 ? .right : .left) },
            Case(name: "transport bar", opening: .showTransport(transport(0))) { .transport(transport($0 + 1)) },
            Case(name: "passcode", opening: .passcode(PasscodePrompt(channel: one, length: 12))) { round in
                round % 12 == 11 ? .passcodeResult(.wrong(attemptsLeft: 2)) : .digit(round % 10)
            },
            Case(name: "volume", opening: .volume(level: 0.5, isMuted: false)) {
                .volume(level: Double($0 % 100) / 100, isMuted: false)
            },
            Case(
                name: "failure",
                opening: .failure(
                    FailureState(channel: one, reason: .unreachable, retryAt: time + .seconds(30), canGoBack: true))
            ) { round in
                .failure(FailureState(channel: one, reason: .unreachable, retryAt: time + .seconds(29 - round % 29)))
            },
        ]
    }

    private static var list: ListState {
        let rows = (0..<200).map { index in
            var row = ListState.Row(id: "\(index)", title: "Channel with the number \(index)")
            row.lead = "\(index)"
            row.logo = index.isMultiple(of: 2) ? "logo" : nil
            return row
        }
        return ListState(.channels, rows: rows, current: "20", standing: .playing)
    }

    private static let home: HomeState = {
        var state = HomeState(playing: one, deeds: HomeState.Deed.allCases)
        state.programme = programme
        state.rows = (0..<6).map { row in
            OverlayState.Row(
                title: "Row \(row)",
                .cards((0..<12).map { OverlayCard(.channel, $0.isMultiple(of: 2) ? one : two, programme: programme) }))
        }
        return state
    }()

    private static func found(_ round: Int) -> SearchState {
        var state = SearchState()
        state.results = (0..<40).map {
            SearchState.Result(
                channel: one, start: Int64($0), title: "Programme with the number \($0 + round % 7)",
                note: "Friday 21:00 – 21:45", isOn: false)
        }
        return state
    }

    private static let largeGuide = guide(of: 1000)

    /// Twenty channels with a programme each half hour.
    private static var guide: GuideState { guide(of: 20) }

    private static func guide(of count: Int) -> GuideState {
        let evening: Int64 = 1_764_010_800
        var state = GuideState(
            channels: (0..<count).map {
                ChannelLabel(
                    id: "c\($0)", number: "\($0)", name: "Channel with the number \($0)",
                    logo: $0.isMultiple(of: 2) ? "logo" : nil)
            }, current: "c9", now: evening + 1920)
        for channel in 0..<count {
            state.cells["c\(channel)"] = (-8..<(count > 20 ? 72 : 20)).map {
                GuideState.Cell(
                    start: evening + Int64($0) * 1800 + Int64(channel % 3) * 600,
                    stop: evening + Int64($0 + 1) * 1800 + Int64(channel % 3) * 600,
                    title: "Programme with the number \($0)")
            }
        }
        for slot in -8...20 { state.hours[evening + Int64(slot) * 1800] = "20:30" }
        return state
    }

    private static var info: InfoState {
        var now = InfoProgramme(label: programme, next: programme, quality: "1080p")
        now.description = String(repeating: "When the tide leaves the bay, three families share the mud. ", count: 4)
        let rows = (1...8).map { InfoRow("audio-\($0)", title: "Sound \($0)", note: "stereo") }
        return InfoState(
            channel: one,
            tabs: [
                InfoTab(.now, title: "Now", programme: now),
                InfoTab(.tracks, title: "Sound and subtitles", columns: [InfoColumn(title: "Sound", rows: rows)]),
                InfoTab(.details, title: "Details", facts: (1...12).map { InfoFact("Fact \($0)", "\($0) Mbit/s") }),
            ])
    }

    private static func transport(_ second: Int) -> TransportState {
        var state = TransportState(channel: one, isLive: false, isPaused: false)
        state.timeline = TransportState.Timeline(
            start: .zero, end: MediaTime(seconds: 6_000), position: MediaTime(seconds: Double(1_000 + second)))
        state.menus = (1...4).map { BarMenu("Menu \($0)", entries: [.init("Off", .subtitles(.off))]) }
        return state
    }

    /// A smooth picture that no two pixels of are the same.
    private static func artwork(_ width: Int, _ height: Int, _ use: ArtworkImage.Use) -> ArtworkImage? {
        let pixels = (0..<width * height).flatMap { index -> [UInt8] in
            let (x, y) = (index % width, index / width)
            return [UInt8(truncatingIfNeeded: x ^ y), UInt8(y * 255 / height), UInt8(x * 255 / width), 255]
        }
        return StillImage(size: PixelSize(width: width, height: height), pixels: pixels)
            .flatMap { ArtworkImage($0, as: use) }
    }
}
