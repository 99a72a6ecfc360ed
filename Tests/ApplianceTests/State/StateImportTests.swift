import Channels
import ControlProtocol
import Guide
import HLS
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("Taking over another box's state")
struct StateImportTests {
    private func edit(_ name: String) -> ChannelEdit {
        var edit = ChannelEdit()
        edit.name = name
        return edit
    }

    private func point(_ id: String, _ seconds: Int, updated: Int64) -> ResumePoint {
        ResumePoint(
            identity: id, position: .seconds(seconds), duration: .seconds(7200), name: id, updated: updated)
    }

    private var here: MovedState {
        var state = MovedState()
        state.favourites = ["a", "b"]
        state.edits = ["a": edit("A"), "b": edit("B")]
        state.resumePoints = [point("x", 100, updated: 5), point("y", 100, updated: 5)]
        state.tracks = ["a": TrackChoices(text: .off)]
        state.pictures = ["a": .fill]
        (state.volume, state.isMuted) = (50, false)
        state.numbers = KeptNumbers(fromList: true, given: ["a": 1, "b": 2])
        return state
    }

    private var there: MovedState {
        var state = MovedState()
        state.favourites = ["c", "b"]
        state.edits = ["b": edit("other"), "c": edit("C")]
        state.resumePoints = [point("x", 900, updated: 9), point("y", 900, updated: 1), point("z", 900, updated: 7)]
        state.lastTracks = TrackChoices(text: .off)
        state.volume = 70
        state.numbers = KeptNumbers(fromList: true, given: ["b": 9], renamed: ["b": "B"])
        return state
    }

    private func taken(replaces: Bool = false) throws -> StateImport {
        StateImport(
            try StateDocument(try StateDocument.bytes(there)), into: here, replaces: replaces, isDry: false,
            channels: ["a", "b"])
    }

    @Test("What the file has goes before what the box has, and what the box alone has stays")
    func merged() throws {
        let taken = try taken()
        let result = taken.result
        #expect(result.favourites == ["a", "b", "c"])
        #expect(result.edits == ["a": edit("A"), "b": edit("other"), "c": edit("C")])
        // Of a film that was left on both boxes, where it was left last counts.
        #expect(
            result.resumePoints == [
                point("x", 900, updated: 9), point("z", 900, updated: 7), point("y", 100, updated: 5),
            ])
        #expect(result.tracks == here.tracks && result.lastTracks.text == .off)
        #expect(result.pictures == here.pictures)
        #expect(result.volume == 70 && result.isMuted == false)
        #expect(result.numbers == KeptNumbers(fromList: true, given: ["a": 1, "b": 9], renamed: ["b": "B"]))
        let told = Dictionary(uniqueKeysWithValues: taken.info.sections.map { ($0.section, $0) })
        #expect(
            told["channel_edits"]
                == .init(section: "channel_edits", added: 1, changed: 1, same: 1, removed: 0, waiting: 1))
        #expect(
            told["resume_points"]
                == .init(section: "resume_points", added: 1, changed: 1, same: 1, removed: 0, waiting: 0))
        #expect(told["favourites"]?.added == 1 && told["favourites"]?.same == 2 && told["settings"]?.changed == 1)
    }

    @Test("Replacing empties what the file has, and nothing else")
    func replaced() throws {
        let taken = try taken(replaces: true)
        #expect(taken.result.favourites == ["c", "b"] && taken.result.edits == there.edits)
        #expect(taken.result.tracks.isEmpty && taken.result.isMuted == false)
        #expect(taken.info.sections.first { $0.section == "favourites" }?.removed == 1)
        let part = StateImport(
            try StateDocument(Array(#"{"format":"hearth-state","version":1,"favourites":[]}"#.utf8)), into: here,
            replaces: true, isDry: true, channels: [])
        var wanted = here
        wanted.favourites = []
        #expect(part.result == wanted && part.info.sections.count == 1 && part.info.dry)
    }

    @Test("The same file once more changes nothing")
    func again() throws {
        let once = try taken().result
        let twice = StateImport(
            try StateDocument(try StateDocument.bytes(there)), into: once, replaces: false, isDry: false, channels: [])
        #expect(twice.result == once && twice.info.sections.allSatisfy { $0.added + $0.changed + $0.removed == 0 })
    }

    @Test("The lineup, the places of films and the choices are the new ones at once")
    func rooms() {
        var settings = BoxSettings(lineup: "/l.m3u")
        settings.start = .nothing
        var maker = LineupMaker(
            settings, favourites: ["name:one"],
            known: ["one", "two"].map { ChannelEntry(name: $0, url: "http://h/\($0)") })
        _ = maker.handle(.start, at: Sample.now)
        var state = MovedState()
        state.favourites = ["name:two"]
        state.edits = ["name:one": edit("Uno")]
        #expect(maker.handle(.moved(state), at: Sample.now).contains(.lineup))
        #expect(maker.lineup.favourites == ["name:two"] && maker.lineup["name:one"]?.name == "Uno")
        var points = ResumePoints()
        #expect(points.handle(.moved([point("x", 900, updated: 9)]), at: Sample.now, wall: 0).isEmpty)
        #expect(points.all.map(\.identity) == ["x"])
        var memory = ChannelMemory()
        #expect(memory.handle(.moved(["a": TrackChoices(text: .off)], last: TrackChoices())) == [.wishesChanged])
        #expect(memory.choices(on: "a").text == .off)
    }
}
