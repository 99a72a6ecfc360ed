import Foundation
import Guide
import HLS
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("The file in which a box's state moves")
struct StateDocumentTests {
    private static var state: MovedState {
        var state = MovedState()
        state.favourites = ["b", "name:Das Erste", "a"]
        var edit = ChannelEdit()
        (edit.name, edit.number, edit.groups, edit.isHidden, edit.guide) = ("Ж", 7, ["X"], true, .noGuide)
        state.edits = ["a": edit]
        state.resumePoints = [
            ResumePoint(
                identity: "address:1f", position: .milliseconds(90_500), duration: .seconds(7200), name: "A film",
                updated: 1_790_000_000)
        ]
        state.tracks = ["a": TrackChoices(text: .off), "b": TrackChoices()]
        state.pictures = ["a": .fill, "b": .zoom]
        (state.volume, state.isMuted) = (35, true)
        state.numbers = KeptNumbers(fromList: false, given: ["a": 3], renamed: ["a": "new"])
        return state
    }

    private func document(_ text: String) throws(StateDocument.Fault) -> StateDocument {
        try StateDocument(Array(text.utf8))
    }

    @Test("What is written comes back, the same bytes each time")
    func back() throws {
        let bytes = try StateDocument.bytes(Self.state)
        let document = try StateDocument(bytes)
        #expect(document.state == Self.state && document.skipped.isEmpty)
        #expect(document.sections == Set(StateDocument.Section.allCases))
        #expect(try StateDocument.bytes(document.state) == bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        for line in [#"  "format" : "hearth-state","#, #"      "subtitles_off" : true"#, #"    "volume" : 35"#] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
    }

    @Test("What is of this box alone stays here: addresses that were played")
    func guests() throws {
        var state = MovedState()
        state.favourites = ["address:1", "a"]
        state.tracks = ["address:1": TrackChoices(text: .off)]
        let document = try StateDocument(try StateDocument.bytes(state))
        #expect(document.state.favourites == ["a"] && document.state.tracks.isEmpty)
    }

    @Test("A part of the file is a file, and what a later version adds is told and left out")
    func parts() throws {
        let some = try document(
            #"{"format":"hearth-state","version":1,"favourites":["a","b","a"],"later":{"x":[1]},"settings":{"z":1}}"#)
        #expect(some.state.favourites == ["a", "b"] && some.sections == [.favourites, .settings])
        #expect(some.skipped == ["later: this box knows nothing of that kind"])
    }

    @Test(
        "A file that is none is refused with the place and the reason",
        arguments: [
            ("", ""), ("{", ""), ("[]", ""), ("null", ""), ("{}", "format"), (#"{"format":"x","version":1}"#, "format"),
            (#"{"format":"hearth-state","version":2,"favourites":7}"#, "version"),
            (#"{"format":"hearth-state","version":1e99}"#, ""),
            (#"{"format":"hearth-state","version":1,"favourites":["a",7]}"#, "favourites › 1"),
            (#"{"format":"hearth-state","version":1,"favourites":["a",""]}"#, "favourites › 1"),
            (#"{"format":"hearth-state","version":1,"favourites":["address:1"]}"#, "favourites › 0"),
            (#"{"format":"hearth-state","version":1,"channel_edits":{"a":{"number":0}}}"#, "channel_edits › a"),
            (
                #"{"format":"hearth-state","version":1,"channel_edits":{"a":{"number":"5"}}}"#,
                "channel_edits › a › number"
            ),
            (#"{"format":"hearth-state","version":1,"channel_edits":{"":{}}}"#, "channel_edits"),
            (#"{"format":"hearth-state","version":1,"resume_points":[{"id":"a"}]}"#, "resume_points › 0 › name"),
            (
                #"{"format":"hearth-state","version":1,"resume_points":[{"id":"a","name":"","position_ms":5,"duration_ms":4,"updated":1}]}"#,
                "resume_points › 0"
            ),
            (#"{"format":"hearth-state","version":1,"settings":{"volume":101}}"#, "settings › volume"),
            (#"{"format":"hearth-state","version":1,"pictures":{"a":"stretch"}}"#, "pictures › a"),
            (
                #"{"format":"hearth-state","version":1,"tracks":{"channels":{"a":{"audio":1}}}}"#,
                "tracks › channels › a › audio"
            ),
            (
                #"{"format":"hearth-state","version":1,"numbers":{"from_list":true,"given":{"a":100000}}}"#,
                "numbers › given › a"
            ),
        ])
    func refused(text: String, place: String) {
        do throws(StateDocument.Fault) {
            _ = try document(text)
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.place.hasPrefix(place) && !error.reason.isEmpty, "\(error)")
        }
    }

    @Test("Files that are huge, deep or broken anywhere harm nobody")
    func hostile() throws {
        #expect(throws: StateDocument.Fault.self) {
            try document(
                #"{"format":"hearth-state","version":1,"x":"# + String(repeating: "[", count: 100_000) + "}")
        }
        let many = (0...10_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(throws: StateDocument.Fault(place: "favourites", reason: "there are more than 10000")) {
            try document(#"{"format":"hearth-state","version":1,"favourites":[\#(many)]}"#)
        }
        let bytes = try StateDocument.bytes(Self.state)
        for index in stride(from: 0, to: bytes.count, by: 3) {
            for value in [0, UInt8(ascii: "\""), UInt8(ascii: "9"), UInt8(ascii: "["), 0xFF] {
                var broken = bytes
                broken[index] = value
                _ = try? StateDocument(broken)
            }
            #expect(throws: StateDocument.Fault.self) { try StateDocument(Array(bytes[..<index])) }
        }
    }
}
