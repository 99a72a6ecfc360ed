import Commands
import Foundation
import Testing

@testable import ConfigurationFile

@Suite("Files of what can be said")
struct IntentTests {
    private static func grammar(_ language: String) throws -> IntentGrammar {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let reading = IntentReading(file: root.appending(path: "rootfs/usr/share/hearth/intents/\(language).toml").path)
        #expect(reading.errors.map(\.description) == [])
        return try #require(reading.grammar)
    }

    private static func text(_ meaning: IntentGrammar.Meaning?) -> String? {
        switch meaning {
        case .command(let command)?: command.text
        case .watch(let title)?: "watch \(title)"
        case nil: nil
        }
    }

    @Test(
        "English",
        arguments: [
            ("jump 42 seconds", "skip 42"), ("Skip back two minutes.", "skip -120"),
            ("rewind thirty seconds", "skip -30"),
            ("What did she say?", "what_did_she_say"), ("what did they just say", "what_did_she_say"),
            ("play film Low Water", "watch low water"), ("I want to watch the news", "watch news"),
            ("channel 5", "tune 5"), ("go to channel BBC One", "tune bbc one"), ("channel twelve", "tune 12"),
            ("subtitles off", "subtitles off"), ("turn on the subtitles", "subtitles next"),
            ("German subtitles", "subtitles german"), ("louder", "volume_up"),
            ("set the volume to 40 percent", "volume 40"),
            ("mute", "mute"), ("pause", "pause"), ("play", "resume"), ("next channel", "next"),
            ("go back", "last_channel"),
            ("start over", "start_over"), ("go live", "seek live"), ("turn the tv off", "standby"),
            ("turn off the television", "standby"), ("what's on TV?", "guide"), ("show me my favorites", "favourites"),
            ("bookmark this", "bookmark"), ("stop", "stop"), ("two times the speed", "speed 2"),
        ])
    func english(_ said: String, _ command: String) throws {
        #expect(Self.text(try Self.grammar("en").meaning(of: said)) == command)
    }

    @Test(
        "Korean",
        arguments: [
            ("42초 앞으로", "skip 42"), ("30초 뒤로 가 줘", "skip -30"), ("2분 뒤로", "skip -120"),
            ("방금 뭐라고 했어?", "what_did_she_say"), ("채널 5", "tune 5"), ("5번 채널 틀어 줘", "tune 5"),
            ("자막 꺼 줘", "subtitles off"), ("자막 켜줘", "subtitles next"), ("소리 키워 줘", "volume_up"),
            ("영화 기생충 틀어줘", "watch 기생충"), ("일시정지", "pause"), ("다음 채널", "next"), ("티비 꺼 줘", "standby"),
            ("음소거", "mute"), ("처음부터", "start_over"), ("편성표 보여줘", "guide"), ("볼륨 40", "volume 40"),
        ])
    func korean(_ said: String, _ command: String) throws {
        #expect(Self.text(try Self.grammar("ko").meaning(of: said)) == command)
    }

    @Test("What nobody knows is nothing", arguments: ["", "?!", "open the pod bay doors", "jump", "channel"])
    func unknown(_ said: String) throws {
        #expect(try Self.grammar("en").meaning(of: said) == nil)
    }

    @Test("Both languages can say the same")
    func same() throws {
        let (english, korean) = (try Self.grammar("en"), try Self.grammar("ko"))
        #expect(Set(english.intents.map(\.deed)) == Set(korean.intents.map(\.deed)))
    }

    @Test("Every example can be said, and comes to its own intent")
    func examples() throws {
        for language in ["en", "ko"] {
            let grammar = try Self.grammar(language)
            for intent in grammar.intents {
                // Without what may be left out, with the first of each choice.
                let said = intent.example.replacing(/\([^)]*\)/, with: "").split(separator: " ").map { word in
                    ["{number}": "2", "{minutes}": "3", "{channel}": "9", "{title}": "xyz", "{track}": "xyz"][
                        String(word)]
                        ?? String(word.split(separator: "|").first ?? "")
                }.joined(separator: " ")
                #expect(grammar.meaning(of: said) != nil, "\(language): \(said)")
            }
        }
    }

    @Test("A fault costs its intent, and is named with its line")
    func faults() {
        let reading = IntentReading(
            text:
                "language = \"en\"\n[numbers]\nmany = 1000\n[intents]\n\"explode\" = [\"boom\"]\n\"pause\" = [\"wait\"]\n",
            name: "x.toml")
        #expect(reading.grammar?.intents.map(\.deed) == ["pause"])
        #expect(reading.errors.map(\.line) == [3, 5])
        #expect(IntentReading(text: "", name: "x.toml").grammar == nil)
        #expect(IntentReading(text: "language = \"en\"", name: "x.toml").grammar == nil)
        #expect(IntentReading(text: "[", name: "x.toml").errors.count == 1)
    }
}
