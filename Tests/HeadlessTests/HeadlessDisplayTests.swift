import Base
import Devices
import Foundation
import Headless
import MediaCore
import Testing

@Suite("Headless display by hand")
struct HeadlessDisplayTests {
    static let frame = Duration.nanoseconds(16_666_667)

    @Test("A scene asked for at one vblank is seen at the next")
    func oneVBlankAhead() throws {
        let clock = ManualClock()
        let display = try HeadlessDisplay(.init(size: PixelSize(width: 64, height: 36), pacing: .manual(clock)))
        let source = ScriptedSource { .show(Scenes.color(0xff00_0000, tag: UInt64($0))) }
        try display.start(source)
        for _ in 0..<3 {
            clock.advance(by: Self.frame)
            display.tick()
        }
        #expect(source.presented.map(\.tag) == [0, 1])
        #expect(source.presented.map(\.time) == source.asks.prefix(2).map(\.vblank.time))
        #expect(display.statistics.commits == 2)
        display.stop()
    }

    @Test("A wake while idle is answered at the very next vblank")
    func wake() throws {
        let clock = ManualClock()
        let display = try HeadlessDisplay(.init(size: PixelSize(width: 64, height: 36), pacing: .manual(clock)))
        let source = ScriptedSource { $0 == 0 ? .idle : .show(Scenes.color(0xff00_0000, tag: 9)) }
        try display.start(source)
        for _ in 0..<5 {
            clock.advance(by: Self.frame)
            display.tick()
        }
        #expect(source.asks.count == 1)
        clock.advance(by: .milliseconds(3))
        display.wake()
        clock.advance(by: .milliseconds(10))
        display.tick()
        #expect(source.presented.first == PresentationFeedback(tag: 9, time: clock.now, sequence: 6))
        display.stop()
    }

    @Test(
        "A source that names a time is asked for the first vblank from then on, or for the next when it wakes the display"
    )
    func rest() throws {
        let clock = ManualClock()
        let display = try HeadlessDisplay(.init(size: PixelSize(width: 64, height: 36), pacing: .manual(clock)))
        let later = clock.now + Self.frame * 5
        let source = ScriptedSource {
            switch $0 {
            case 0: .show(Scenes.color(0xff00_0000, tag: 0), until: later)
            case 1: .unchanged(until: later + .seconds(60))
            default: .show(Scenes.color(0xff00_0000, tag: UInt64($0)))
            }
        }
        try display.start(source)
        func tick(_ count: Int) {
            for _ in 0..<count {
                clock.advance(by: Self.frame)
                display.tick()
            }
        }
        tick(3)
        #expect(source.asks.count == 1)
        tick(1)
        #expect(source.asks.count == 2 && source.asks.last?.vblank.time == later)
        tick(20)
        #expect(source.asks.count == 2)
        display.wake()
        tick(2)
        #expect(source.asks.count == 4 && source.presented.last?.tag == 2)
        display.stop()
    }

    @Test("Without a TV scenes are asked for and skipped; a replug brings the new size")
    func unplug() async throws {
        let clock = ManualClock()
        let display = try HeadlessDisplay(.init(size: PixelSize(width: 64, height: 36), pacing: .manual(clock)))
        let source = ScriptedSource { .show(Scenes.color(0xff00_00ff, tag: UInt64($0))) }
        try display.start(source)
        func vblank() {
            clock.advance(by: Self.frame)
            display.tick()
        }
        vblank()
        display.unplug()
        vblank()
        display.replug(size: PixelSize(width: 32, height: 20), refreshRate: 50)
        vblank()
        vblank()
        #expect(source.presented.map(\.wasSkipped) == [true, false, false])
        #expect(source.asks.map(\.output.isConnected) == [true, false, true, true])
        #expect(source.asks.last?.output.refreshRate == 50)
        #expect(try await display.capture().size == PixelSize(width: 32, height: 20))
        display.stop()
        var events: [DisplayEvent] = []
        for await event in display.events { events.append(event) }
        #expect(events.count == 2)
    }

    @Test("A lost screen is told and given back; a stall is counted as a missed vblank")
    func ownershipAndStall() async throws {
        let clock = ManualClock()
        let display = try HeadlessDisplay(.init(size: PixelSize(width: 64, height: 36), pacing: .manual(clock)))
        let source = ScriptedSource { .show(Scenes.color(0xff00_00ff, tag: UInt64($0))) }
        try display.start(source)
        func vblank() {
            clock.advance(by: Self.frame)
            display.tick()
        }
        vblank()
        display.setOwnership(false)
        display.setOwnership(false)
        vblank()
        display.setOwnership(true)
        display.stallNextScene(by: .milliseconds(5))
        vblank()
        vblank()
        #expect(source.presented.map(\.wasSkipped) == [true, false])
        #expect(display.statistics.missedVBlanks == 1)
        display.stop()
        var events: [DisplayEvent] = []
        for await event in display.events { events.append(event) }
        #expect(events == [.ownershipLost, .ownershipRegained])
    }

    @Test("The recording has a line for each picture that differs from the one before, with its vblank's time")
    func recording() throws {
        struct Line: Decodable {
            // swift-format-ignore: AlwaysUseLowerCamelCase
            var time_ns: Int64
            var hash: String
            var pixels: Data
        }
        let path = FileManager.default.temporaryDirectory.path + "/hearth-record-\(UUID().uuidString)"
        defer { unlink(path) }
        let clock = ManualClock()
        let display = try HeadlessDisplay(
            .init(
                size: PixelSize(width: 640, height: 360), pacing: .manual(clock), composes: false, recordingPath: path
            ))
        let colors: [UInt32] = [0xff00_0000, 0xffff_ffff, 0xffff_ffff, 0xff80_8080]
        let source = ScriptedSource { ask in
            ask < 4 ? .show(Scenes.color(colors[ask], tag: UInt64(ask))) : .idle
        }
        try display.start(source)
        for _ in 0..<8 {
            clock.advance(by: Self.frame)
            display.tick()
        }
        display.stop()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.count == 3)
        #expect(lines.map(\.time_ns) == [0, 1, 3].map { source.asks[$0].vblank.time.nanoseconds })
        #expect(lines.map { $0.pixels.count } == [2304, 2304, 2304])
        #expect(
            lines.map { Int($0.pixels[100]) / 8 } == [0, 31, 15]
                || lines.map { Int($0.pixels[100]) / 8 } == [0, 31, 16])
        #expect(Set(lines.map(\.hash)).count == 3)
    }

    @Test("A frame rate is followed by a mode that shows it evenly, the lit one first; each change is recorded")
    func modeSets() throws {
        let clock = ManualClock()
        let display = try HeadlessDisplay(
            .init(
                size: PixelSize(width: 64, height: 36), otherRates: [24, 50, 100], modeSetDuration: .milliseconds(100),
                identity: "a TV", pacing: .manual(clock)))
        let source = ScriptedSource { .show(Scenes.color(0xff00_0000, tag: UInt64($0))) }
        try display.start(source)
        var rates: [Double] = []
        var times: [HostTime] = []
        for (content, rate) in [(30.0, 60.0), (25, 50), (50, 50), (24, 24), (100, 100), (25, 100), (17, 60), (60, 60)] {
            let before = display.output.refreshRate
            display.matchFrameRate(content)
            #expect(display.output.refreshRate == rate)
            if before != rate {
                rates.append(rate)
                times.append(clock.now)
            }
            clock.advance(by: .seconds(1))
        }
        #expect(display.modeSets.map(\.refreshRate) == rates)
        #expect(display.modeSets.map(\.time) == times)
        #expect(display.statistics.modeSets == 4)
        #expect(display.output.identity == "a TV")

        // No vblank comes while the mode changes.
        display.tick()
        display.matchFrameRate(25)
        let count = source.asks.count
        clock.advance(by: .milliseconds(99))
        display.tick()
        #expect(source.asks.count == count)
        clock.advance(by: .milliseconds(1))
        display.tick()
        #expect(source.asks.count == count + 1)
        #expect(source.asks.last?.vblank.interval == .milliseconds(20))
        display.stop()
    }

    @Test("A recording that can't be opened is an error that names its file")
    func unwritable() {
        #expect(throws: SystemCallError(call: "open /no/such/folder/x", errno: ENOENT)) {
            try HeadlessDisplay(.init(recordingPath: "/no/such/folder/x"))
        }
    }
}
