import TestSupport
import Testing

@testable import Commands

@Suite("What can be said")
struct IntentPatternTests {
    private static let numbers = ["forty": 40, "two": 2, "twelve": 12, "one": 1]

    private func match(_ pattern: String, _ text: String) throws -> [IntentPattern.Slot: String]? {
        try IntentPattern(pattern).match(IntentWords.words(in: text), numbers: Self.numbers)
    }

    @Test("Words, alternatives, what may be left out, and slots")
    func patterns() throws {
        #expect(try match("jump|skip (ahead) {number} seconds", "Jump ahead 42 seconds!") == [.number: "42"])
        #expect(try match("jump|skip (ahead) {number} seconds", "skip forty two seconds") == [.number: "42"])
        #expect(try match("jump|skip (ahead) {number} seconds", "skip two forty seconds") == nil)
        #expect(try match("jump|skip (ahead) {number} seconds", "skip twelve one seconds") == nil)
        #expect(try match("jump {number} seconds", "jump seconds") == nil)
        #expect(try match("jump {number}", "jump 42 more") == nil)
        #expect(try match("back {minutes} minutes", "back 2 minutes") == [.minutes: "120"])
        #expect(try match("play (the) (film) {title}", "play the film Low Water") == [.title: "low water"])
        #expect(try match("play (the) (film) {title}", "play the") == [.title: "the"])
        #expect(try match("{track} subtitles", "Brazilian Portuguese subtitles") == [.track: "brazilian portuguese"])
        #expect(try match("channel {channel}", "channel 05") == [.channel: "5"])
        #expect(try match("channel {channel}", "channel BBC One") == [.channel: "bbc one"])
        #expect(try match("{number} 초 앞으로", "42초 앞으로") == [.number: "42"])
        #expect(try match("whats on", "What's on?") == [:])
    }

    @Test(
        "What is no pattern is said",
        arguments: [
            "", "(all)", "(a", "a)", "((a) b) c", "{nothing} a", "{number} {number}", "a |", "( ) a", "{number",
        ])
    func faults(_ text: String) {
        #expect(throws: IntentPattern.Fault.self) { try IntentPattern(text) }
    }

    @Test("An intent whose deed is no command is refused")
    func deeds() {
        #expect(throws: IntentPattern.Fault.self) { try IntentGrammar.Intent(deed: "explode", ways: ["boom"]) }
        #expect(throws: IntentPattern.Fault.self) { try IntentGrammar.Intent(deed: "skip {number}", ways: ["jump"]) }
        #expect(throws: IntentPattern.Fault.self) { try IntentGrammar.Intent(deed: "pause", ways: []) }
    }

    @Test("Any words: no trap, and it ends", arguments: 1...20)
    func anyWords(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let words = ["play", "the", "forty", "two", "42", "-", "초", "99999999999999999999", "{title}", "(", "é", "🎬"]
        let pattern = try IntentPattern("(play) (the) (the) {title} (two) {number} (the) {track}")
        for _ in 0..<200 {
            let text = (0..<Int(random.next() % 60)).map { _ in words[Int(random.next() % UInt64(words.count))] }
            _ = pattern.match(IntentWords.words(in: text.joined(separator: " ")), numbers: Self.numbers)
        }
    }
}
