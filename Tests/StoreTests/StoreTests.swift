import Foundation
import GRDB
import Guide
import HLS
import MediaCore
import Testing

@testable import Store

@Suite("Store")
struct StoreTests {
    /// Runs `body` with a directory of its own, which is removed after the test.
    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/hearth-store-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private static var german: TrackChoices {
        var rendition = Rendition(kind: .audio, group: "a", name: "Deutsch")
        rendition.language = "de"
        rendition.characteristics = ["public.accessibility.describes-video"]
        return TrackChoices(audio: RenditionChoice(rendition), text: .rendition(RenditionChoice(rendition)))
    }

    @Test("How picture and sound are set is there again after a restart, by channel and by output")
    func pictureAndSound() async throws {
        try await withDirectory { directory in
            do {
                let store = try await Store.open(in: directory)
                #expect(try await store.pictureModes().isEmpty)
                try await store.setPictureMode(.fill, of: "a")
                try await store.setPictureMode(.zoom, of: "b")
                try await store.setPictureMode(nil, of: "b")
                try await store.setSoundDelay(.milliseconds(-80), of: "hdmi:CARD=vc4")
                try await store.setSoundDelay(.milliseconds(120), of: "hdmi:CARD=vc4")
                try await store.setOverscan(Overscan(percent: 3))
                try await store.setNight(true)
            }
            let store = try await Store.open(in: directory)
            #expect(try await store.pictureModes() == ["a": .fill])
            #expect(try await store.soundDelays() == ["hdmi:CARD=vc4": .milliseconds(120)])
            let last = try await store.lastState()
            #expect(last.overscan == Overscan(percent: 3) && last.isNight)
        }
    }

    @Test("What comes from another box takes the place of all there was, or of nothing")
    func moving() async throws {
        try await withDirectory { directory in
            do {
                let store = try await Store.open(in: directory)
                try await store.setFavourites(["a", "b"])
                try await store.setEdits(["a": Self.edit, "b": Self.hidden])
                try await store.setTrackChoices(Self.german, of: "one", last: Self.german)
                try await store.setVolume(10, isMuted: false)
                try await store.setLineup([ChannelEntry(name: "One", url: "http://h/1")], nil, from: "/list.m3u")
                var state = MovedState()
                state.favourites = ["c", "a"]
                state.edits = ["c": Self.hidden]
                state.resumePoints = [
                    ResumePoint(
                        identity: "film", position: .seconds(90), duration: .seconds(5400), name: "Film", updated: 3)
                ]
                state.tracks = ["two": Self.german]
                try await store.setPictureMode(.zoom, of: "one")
                state.pictures = ["two": .fill]
                (state.volume, state.isMuted) = (70, true)
                state.numbers = KeptNumbers(fromList: true, given: ["a": 4])
                try await store.move(state, lineup: "/list.m3u")
            }
            let store = try await Store.open(in: directory)
            #expect(try await store.favourites() == ["c", "a"])
            #expect(try await store.edits() == ["c": Self.hidden])
            #expect(try await store.resumePoints().map(\.identity) == ["film"])
            #expect(try await store.trackChoices() == ["two": Self.german])
            #expect(try await store.pictureModes() == ["two": .fill])
            #expect(try await store.lastTrackChoices() == TrackChoices())
            let last = try await store.lastState()
            #expect(last.volume == 70 && last.isMuted)
            #expect(try await store.numbers(from: "/list.m3u") == KeptNumbers(fromList: true, given: ["a": 4]))
            #expect(try await store.lineup(from: "/list.m3u")?.map(\.name) == ["One"])
            // A list that could not be read yet has no channels, but its numbers.
            var early = MovedState()
            early.numbers = KeptNumbers(fromList: false, given: ["b": 2])
            try await store.move(early, lineup: "/new.m3u")
            #expect(try await store.numbers(from: "/new.m3u") == early.numbers)
            #expect(try await store.lineup(from: "/new.m3u") == [])
        }
    }

    private static var edit: ChannelEdit {
        var edit = ChannelEdit()
        (edit.name, edit.number, edit.groups, edit.guide) = ("Uno", 7, ["News", "Ж"], .id("uno.it"))
        return edit
    }

    private static var hidden: ChannelEdit {
        var edit = ChannelEdit()
        (edit.isHidden, edit.guide, edit.groups) = (true, .noGuide, [])
        return edit
    }

    @Test("Each commit is flushed to the disk before the call returns, also in a file that was there")
    func flushes() async throws {
        try await withDirectory { directory in
            for _ in 0..<2 {
                let store = try await Store.open(in: directory)
                let (journal, synchronous) = try await store.write { database in
                    (
                        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                        try Int.fetchOne(database, sql: "PRAGMA synchronous")
                    )
                }
                // 2 is FULL; with 1, NORMAL, a WAL is flushed only when it is moved into the file.
                #expect(journal == "wal" && synchronous == 2)
            }
        }
    }

    @Test("What was set is there after a restart")
    func restart() async throws {
        try await withDirectory { directory in
            do {
                let store = try await Store.open(in: directory)
                #expect(store.condition == .sound)
                try await store.setLastChannel("one")
                try await store.setLastChannel("two")
                try await store.setLastChannel("two")
                try await store.setVolume(140, isMuted: true)
                try await store.setFavourite("b", true)
                try await store.setFavourite("a", true)
                try await store.setFavourite("c", true)
                try await store.setFavourite("c", false)
                try await store.setEdits(["one": Self.hidden, "two": Self.hidden, "three": Self.edit])
                try await store.setEdits(["one": Self.edit, "three": ChannelEdit(), "four": ChannelEdit()])
                try await store.remember(VisitRecord(videoCodec: .h264, throughput: 5_000_000), of: "one")
                try await store.setTrackChoices(Self.german, of: "one", last: Self.german)
                for (tv, stays) in [("A", 0), ("B", 1), ("A", 2)] {
                    try await store.remember(
                        ModeMemory(framesPerSecond: 25, stays: stays), for: ModeKey(channel: "one", tv: tv))
                }
                try await store.setTrackChoices(nil, of: "guest", last: TrackChoices(text: .off))
                try await store.setLineup(
                    [ChannelEntry(name: "One", url: "http://h/1")],
                    KeptNumbers(fromList: false, given: ["name:One": 4]),
                    from: "/list.m3u")
                try await store.setNumbers(
                    KeptNumbers(fromList: false, given: ["name:One": 4], renamed: ["a": "b"]), from: "/list.m3u")
            }
            let store = try await Store.open(in: directory)
            #expect(store.condition == .sound)
            let state = try await store.lastState()
            #expect(state.channel == "two")
            #expect(state.previousChannel == "one")
            #expect(state.volume == 100)
            #expect(state.isMuted)
            #expect(try await store.favourites() == ["b", "a"])
            #expect(try await store.edits() == ["one": Self.edit, "two": Self.hidden])
            try await store.setFavourites(["c", "b", "a", "b"])
            #expect(try await store.favourites() == ["c", "b", "a"])
            try await store.setFavourite("d", true)
            #expect(try await store.favourites() == ["c", "b", "a", "d"])
            #expect(try await store.memory(of: "one")?.videoCodec == .h264)
            #expect(try await store.memory(of: "two") == nil)
            #expect(try await store.memories().mapValues(\.videoCodec) == ["one": .h264])
            #expect(try await store.trackChoices() == ["one": Self.german])
            #expect(try await store.lastTrackChoices() == TrackChoices(text: .off))
            #expect(
                try await store.modeMemories().mapValues(\.stays) == [
                    ModeKey(channel: "one", tv: "A"): 2, ModeKey(channel: "one", tv: "B"): 1,
                ])
            #expect(try await store.lineup(from: "/list.m3u")?.map(\.name) == ["One"])
            #expect(try await store.lineup(from: "/other.m3u") == nil)
            #expect(
                try await store.numbers(from: "/list.m3u")
                    == KeptNumbers(fromList: false, given: ["name:One": 4], renamed: ["a": "b"]))
            #expect(try await store.numbers(from: "/other.m3u") == nil)
        }
    }

    @Test("Where the TV showed the box counts until the machine is started anew")
    func shownAt() async throws {
        let store = try Store.inMemory(reason: "test")
        #expect(try await store.shownAt(boot: "a") == nil)
        try await store.setShownAt(0x1000, boot: "a")
        #expect(try await store.shownAt(boot: "a") == 0x1000)
        #expect(try await store.shownAt(boot: "b") == nil)
        try await store.setShownAt(nil, boot: "a")
        #expect(try await store.shownAt(boot: "a") == nil)
    }

    @Test("A new box remembers nothing")
    func fresh() async throws {
        let store = try Store.inMemory(reason: "test")
        #expect(store.condition == .inMemory(reason: "test"))
        #expect(try await store.lastState() == Store.LastState())
        #expect(try await store.hasPasscode() == false)
        #expect(try await store.wrongCodes() == 0)
        #expect(try await store.flips() == [])
    }

    @Test("The passcode is known by its hash alone, and wrong codes outlive a restart")
    func passcode() async throws {
        try await withDirectory { directory in
            do {
                let store = try await Store.open(in: directory)
                #expect(try await store.verifyPasscode("1234") == false)
                #expect(try await store.wrongCodes() == 0)
                try await store.setPasscode("4711")
                #expect(try await store.hasPasscode())
                #expect(try await store.verifyPasscode("4712") == false)
                #expect(try await store.verifyPasscode("") == false)
                #expect(try await store.verifyPasscode("4711\0") == false)
            }
            let store = try await Store.open(in: directory)
            #expect(try await store.wrongCodes() == 3)
            #expect(try await store.passcodeLength() == 4)
            #expect(try await store.verifyPasscode("4711"))
            #expect(try await store.wrongCodes() == 0)
            for file in try FileManager.default.contentsOfDirectory(atPath: directory) {
                let path = directory + "/" + file
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(data.range(of: Data("4711".utf8)) == nil, "\(file)")
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == (file == "passcode" ? 0o600 : 0o640), "\(file)")
            }
            try await store.setPasscode(nil)
            #expect(try await store.passcodeLength() == nil)
            #expect(try await store.verifyPasscode("4711") == false)
        }
    }

    @Test("A channel that was chosen and never seen is the one to come back to, and the last one leads back")
    func chosen() async throws {
        let store = try Store.inMemory(reason: "test")
        try await store.setLastChannel("one")
        try await store.setLastChannel("two")
        try await store.setChosenChannel("three")
        var state = try await store.lastState()
        #expect(state.channel == "three" && state.previousChannel == "two")
        // The viewer went back.
        try await store.setChosenChannel("two")
        state = try await store.lastState()
        #expect(state.channel == "two" && state.previousChannel == "one")
        try await store.setChosenChannel("four")
        try await store.setLastChannel("four")
        state = try await store.lastState()
        #expect(state.channel == "four" && state.previousChannel == "two")
        try await store.setLastChannel("five")
        state = try await store.lastState()
        #expect(state.channel == "five" && state.previousChannel == "four")
    }

    @Test("A plug that is pulled takes back nothing that was answered")
    func powerCut() async throws {
        try await withDirectory { directory in
            let store = try await Store.open(in: directory)
            try await store.setPasscode("4711")
            try await store.setLastChannel("one")
            #expect(try await store.verifyPasscode("0000") == false)
            // A copy of the files as they are on disk at this moment, with the store still open.
            let later = directory + "/later"
            try FileManager.default.createDirectory(atPath: later, withIntermediateDirectories: true)
            for name in ["hearth.sqlite", "hearth.sqlite-wal", "passcode"] {
                try FileManager.default.copyItem(atPath: "\(directory)/\(name)", toPath: "\(later)/\(name)")
            }
            let revived = try await Store.open(in: later)
            #expect(revived.condition == .sound)
            #expect(try await revived.wrongCodes() == 1)
            #expect(try await revived.lastState().channel == "one")
            #expect(try await revived.verifyPasscode("4711"))
        }
    }

    @Test("A broken file is moved aside, told, and nothing stops")
    func broken() async throws {
        try await withDirectory { directory in
            let path = directory + "/hearth.sqlite"
            do {
                let store = try await Store.open(in: directory)
                try await store.setFavourite("a", true)
                try store.close()
            }
            for round in 1...2 {
                try Data(repeating: 0x5a, count: 8192).write(to: URL(fileURLWithPath: path))
                let store = try await Store.open(in: directory)
                guard case .replaced(let file) = store.condition else {
                    Issue.record("it is \(store.condition)")
                    return
                }
                #expect(file.hasPrefix("\(path).broken-") && file.hasSuffix("-\(round)"))
                #expect(try await store.favourites() == [])
                try await store.setFavourite("b", true)
                #expect(FileManager.default.fileExists(atPath: file))
                try store.close()
            }
        }
    }

    @Test("Pages broken in the middle of the file are noticed at the start")
    func brokenInside() async throws {
        try await withDirectory { directory in
            let path = directory + "/hearth.sqlite"
            do {
                let store = try await Store.open(in: directory)
                let entries = (0..<2000).map { ChannelEntry(name: "Channel \($0)", url: "http://h/\($0)") }
                try await store.setLineup(entries, from: "x")
                try store.close()
            }
            try await Store.open(in: directory).close()
            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            try #require(data.count > 8 * 4096)
            data.replaceSubrange(4096..<(7 * 4096), with: Data(repeating: 0xff, count: 6 * 4096))
            try data.write(to: URL(fileURLWithPath: path))
            try? FileManager.default.removeItem(atPath: path + "-wal")
            let store = try await Store.open(in: directory)
            guard case .replaced(let file) = store.condition else {
                Issue.record("it is \(store.condition)")
                return
            }
            #expect(file.hasPrefix(path + ".broken-"))
        }
    }

    @Test("Where nothing can be written the box runs on memory and says so")
    func unwritable() async throws {
        let store = try await Store.open(in: "/proc/no/such")
        guard case .inMemory(let reason) = store.condition else {
            Issue.record("opened in /proc")
            return
        }
        #expect(reason.contains("/proc/no/such"))
        try await store.setFavourite("a", true)
        #expect(try await store.favourites() == ["a"])
        try store.close()
    }

    @Test("Flips are kept with their phases, newest last, and counted into percentiles")
    func flips() async throws {
        let store = try Store.inMemory(reason: "test")
        for number in 1...20 {
            var flip = FlipRecord(from: "a", to: number.isMultiple(of: 2) ? "b" : "c", warm: true, time: Int64(number))
            flip.firstFrameScanout = number == 20 ? nil : Int64(number * 1000)
            try await store.add(flip)
        }
        #expect(try await store.flips(last: 3).map(\.time) == [18, 19, 20])
        #expect(try await store.flips(to: "c", last: 2).map(\.time) == [17, 19])
        let all = Percentiles(try await store.flips().compactMap(\.firstFrameScanout))
        #expect(all?.count == 19)
        #expect(all?.p50 == 10_000)
        #expect(all?.p95 == 19_000)
        #expect(all?.p99 == 19_000)
        #expect(Percentiles(try await store.flips().compactMap(\.firstSound)) == nil)
        #expect(try await store.flips(last: -1) == [])
    }

    @Test("Of flips as many are kept as are worth it, the newest")
    func mostFlips() async throws {
        let store = try Store.inMemory(reason: "test")
        for number in 1...Store.mostFlips + 3 {
            try await store.add(FlipRecord(from: nil, to: "b", warm: false, time: Int64(number)))
        }
        let kept = try await store.flips(last: Store.mostFlips * 2)
        #expect(kept.count == Store.mostFlips)
        #expect(kept.first?.time == 4 && kept.last?.time == Int64(Store.mostFlips) + 3)
    }

    @Test("The flips of an older database are there, and new ones beside them")
    func oldFlips() async throws {
        try await withDirectory { directory in
            do {
                let store = try await Store.open(in: directory)
                try await store.write { database in
                    // A record as the first version wrote it.
                    let old = #"{"from":"a","to":"b","warm":false,"time":7,"playlist":60,"firstFrameScanout":160}"#
                    try database.execute(
                        sql: "INSERT INTO flip (channel, record) VALUES ('b', CAST(? AS BLOB))", arguments: [old])
                }
                var new = FlipRecord(from: "b", to: "b", warm: true, time: 9)
                new.motion = 50
                try await store.add(new)
            }
            let store = try await Store.open(in: directory)
            #expect(store.condition == .sound)
            let flips = try await store.flips(to: "b")
            #expect(flips.map(\.time) == [7, 9])
            #expect(flips.first?.firstFrameScanout == 160 && flips.first?.motion == nil)
            #expect(flips.last?.motion == 50)
        }
    }

    @Test("A flip comes back as it was kept")
    func flip() async throws {
        let store = try Store.inMemory(reason: "test")
        var flip = FlipRecord(from: nil, to: "b", warm: false, time: 5)
        flip.playlist = 7
        flip.firstSound = 9
        try await store.add(flip)
        #expect(try await store.flips() == [flip])
    }
}
