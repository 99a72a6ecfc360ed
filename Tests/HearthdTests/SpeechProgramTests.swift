import Foundation
import Glibc
import Logging
import Playback
import TestSupport
import Testing

@testable import hearthd

@Suite("Words aloud by a program", .timeLimit(.minutes(5)))
struct SpeechProgramTests {
    @Test("A text is one argument behind the options, whatever is in it, in the voice of its language")
    func arguments() {
        let words = SpeechProgram.arguments("/bin/x", text: "-f /etc/passwd; $(id) <b>\0one", language: "ko-KR")
        #expect(words == ["/bin/x", "-v", "ko", "-s", "170", "--stdout", "--", "-f /etc/passwd; $(id) bone"])
        let long = SpeechProgram.arguments("/bin/x", text: String(repeating: "a", count: 5000), language: "")
        #expect(long[2] == "en" && long.last?.count == 1000)
    }

    @Test("Where the program is not installed, nothing is made")
    func missing() {
        #expect(SpeechProgram(paths: ["/no/such/program"], logger: Logger(label: "test")) == nil)
    }

    @Test("The newest text ends the one that is being said; silence ends it, too")
    func newest() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-speech-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Speaks into a pipe: who reads it knows when a text was begun, and the pipe's end that it was ended.
        let pipe = folder + "/words"
        #expect(mkfifo(pipe, 0o600) == 0)
        let program = folder + "/speak"
        try ProgramFile.write(
            "exec 9>'\(pipe)'\nfor word; do :; done\necho \"$word\" >&9\nexec sleep 1000", to: program)
        let speech = try #require(SpeechProgram(paths: [program], logger: Logger(label: "test")))
        /// All that one program wrote, from its beginning to its end.
        func heard(_ next: () -> Void) throws -> String {
            let file = try #require(FileHandle(forReadingAtPath: pipe))
            defer { try? file.close() }
            var text = ""
            while !text.contains("\n") {
                text += String(decoding: file.availableData, as: UTF8.self)
            }
            next()
            // Ends only as the program does, which sleeps for long.
            while case let data = file.availableData, !data.isEmpty { text += String(decoding: data, as: UTF8.self) }
            return text
        }
        speech.say("first", in: "en") { _ in }
        #expect(try heard { speech.hush() } == "first\n")
        speech.say("second", in: "en") { _ in }
        #expect(try heard { speech.hush() } == "second\n")
        speech.hush()
    }

    @Test("What the program writes is played, whole, and nothing of a text that is not wanted any more")
    func plays() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-speech-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A WAV file whose length was not known when it was begun: two frames of one channel at 24 kHz, as text in octal.
        let wave =
            "RIFF\\377\\377\\377\\177WAVEfmt \\020\\0\\0\\0\\1\\0\\1\\0\\300\\135\\0\\0\\200\\273\\0\\0\\2\\0\\020\\0"
            + "data\\333\\377\\377\\177\\0\\100\\0\\300"
        let program = folder + "/speak"
        try ProgramFile.write(
            "for word; do :; done\n[ \"$word\" = broken ] && exit 1\nprintf '\(wave)'", to: program)
        let speech = try #require(SpeechProgram(paths: [program], logger: Logger(label: "test")))
        let (sounds, played) = AsyncStream.makeStream(of: WaveFile.self)
        // One that fails says nothing, and the next is said all the same.
        speech.say("broken", in: "en") { played.yield($0) }
        speech.say("whole", in: "en") { played.yield($0) }
        var heard = sounds.makeAsyncIterator()
        let sound = try #require(await heard.next())
        #expect(sound.samples == [0.5, 0.5, 0, 0, -0.5, -0.5, -0.5, -0.5])
    }
}
