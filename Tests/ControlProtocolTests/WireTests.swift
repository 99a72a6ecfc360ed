import ControlProtocol
import Foundation
import Testing

/// Checks of the JSON that clients rely on, letter for letter.
struct WireTests {
    private func check<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
        #expect(String(decoding: try Wire.encode(value), as: UTF8.self) == json)
        #expect(try Wire.decode(Value.self, from: json.utf8) == value)
    }

    @Test("a flip's record has every key, with null for what never came")
    func flips() throws {
        try check(
            FlipList(flips: [
                FlipInfo(
                    from: "one", to: "two", warm: true, timeNanoseconds: 9_223_372_036_854_775_807,
                    interstitialScanout: 16_000_000, playlist: 1, firstByte: 2, firstFrameDecoded: 3,
                    revealed: 4, firstFrameScanout: 5, motion: 6, firstSound: nil, outcome: "shown", slow: true,
                    slowest: "scanout", steps: ["scanout": 1])
            ]),
            #"{"flips":[{"first_byte":2,"first_frame_decoded":3,"first_frame_scanout":5,"first_sound":null,"#
                + #""from":"one","interstitial_scanout":16000000,"locked":false,"motion":6,"outcome":"shown","playlist":1,"#
                + #""prepared":null,"revealed":4,"slow":true,"slowest":"scanout","steps":{"scanout":1},"#
                + #""time_ns":9223372036854775807,"to":"two","warm":true}]}"#)
    }

    @Test("what flips come to")
    func flipSummary() throws {
        try check(
            FlipList(
                flips: [],
                summary: [
                    FlipSummaryInfo(
                        channel: nil, warm: false, count: 2, slow: 1,
                        sinceKey: ["motion": DurationFacts(count: 2, p50: 1, p95: 2, p99: 2, highest: 2)],
                        longest: "media")
                ]),
            #"{"flips":[],"summary":[{"channel":null,"count":2,"failed":0,"longest":"media","name":null,"#
                + #""since_key":{"motion":{"count":2,"max":2,"p50":1,"p95":2,"p99":2}},"slow":1,"steps":{},"warm":false}]}"#
        )
    }

    @Test("a flip of a daemon from before the newer keys is read")
    func oldFlip() throws {
        let json = #"{"flips":[{"first_byte":null,"from":null,"playlist":null,"time_ns":5,"to":"one","warm":false}]}"#
        #expect(
            try Wire.decode(FlipList.self, from: json.utf8)
                == FlipList(flips: [FlipInfo(from: nil, to: "one", warm: false, timeNanoseconds: 5)]))
    }

    @Test("commands, what can't be done now, and what came of one")
    func commands() throws {
        try check(
            CommandList(commands: [CommandInfo(command: "tune", parameter: "a number", enabled: false, reason: "why")]),
            #"{"commands":[{"command":"tune","enabled":false,"parameter":"a number","reason":"why"}]}"#)
        try check(CommandAnswer(result: .nothingToDo), #"{"result":"nothing_to_do"}"#)
        try check(CommandRequest(command: "tune 7"), #"{"command":"tune 7"}"#)
        var remote = RemoteInfo(id: "a", name: "IR", bus: "infrared")
        remote.lastKey = "KEY_RED"
        try check(remote, #"{"bus":"infrared","id":"a","last_key":"KEY_RED","name":"IR"}"#)
    }

    @Test("what is kept ready, and what it costs")
    func warming() throws {
        try check(
            WarmingInfo(
                channels: [
                    WarmChannelInfo(
                        id: "two", number: 2, name: "Two", readiness: "picture", ready: true, bytes: 7, bitsPerSecond: 8
                    )
                ], notes: ["provider.example: 403"]),
            #"{"channels":[{"bytes":7,"id":"two","name":"Two","number":2,"readiness":"picture","ready":true,"variant_bps":8}],"#
                + #""notes":["provider.example: 403"]}"#)
        try check(
            ProviderInfo(
                name: "p", limit: 1, active: 1, waiting: 2, playing: .init(requests: 3, bytes: 4), refusals: 5),
            #"{"active":1,"limit":1,"name":"p","playing":{"bytes":4,"requests":3},"refusals":5,"waiting":2,"#
                + #""warming":{"bytes":0,"requests":0}}"#)
        try check(DiagnosticsRequest(), "{}")
        try check(DiagnosticsInfo(shown: true), #"{"shown":true}"#)
    }

    @Test("a full status")
    func status() throws {
        try check(
            Status(
                state: .playing,
                channel: ChannelInfo(id: "one", number: 1, name: "One", group: "News", favourite: true, now: "Today"),
                programme: ProgrammeInfo(
                    title: "Today", start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 3600)),
                playback: PlaybackInfo(latencySeconds: 5.5, video: "h264 1920x1080 30 fps"),
                sound: SoundLevel(volume: 40, muted: false),
                display: DisplayInfo(name: "HDMI-A-1", connected: true, width: 1920, height: 1080, refreshHertz: 60),
                audio: AudioInfo(device: "default", latencyMilliseconds: 42.5, underruns: 0),
                remotes: [RemoteInfo(id: "/dev/input/event3", name: "Remote", bus: "usb")],
                cec: CECInfo(adapter: "/dev/cec0", physicalAddress: "1.0.0.0"),
                versions: ["hearth": "0.1"], uptimeSeconds: 7, warnings: ["no network"]),
            #"{"audio":{"device":"default","latency_ms":42.5,"underruns":0},"#
                + #""cec":{"adapter":"/dev/cec0","physical_address":"1.0.0.0"},"#
                + #""channel":{"favourite":true,"group":"News","id":"one","name":"One","now":"Today","number":1,"restricted":false},"#
                + #""display":{"connected":true,"height":1080,"missed_vblanks":0,"name":"HDMI-A-1","refresh_hz":60,"width":1920},"#
                + #""playback":{"latency_s":5.5,"video":"h264 1920x1080 30 fps"},"#
                + #""programme":{"end":"1970-01-01T01:00:00Z","start":"1970-01-01T00:00:00Z","title":"Today"},"#
                + #""remotes":[{"bus":"usb","id":"/dev/input/event3","name":"Remote"}],"#
                + #""sound":{"muted":false,"volume":40},"state":"playing","uptime_s":7,"#
                + #""versions":{"hearth":"0.1"},"warnings":["no network"]}"#)
    }

    @Test("the CEC line: its state, its messages, who is on it")
    func cec() throws {
        try check(
            CECInfo(
                adapter: "/dev/cec0", physicalAddress: "1.0.0.0", logicalAddress: 4, activeSource: true,
                television: "on",
                takesVolume: true, volume: 30, muted: false, menuLanguage: "deu"),
            #"{"active_source":true,"adapter":"/dev/cec0","logical_address":4,"menu_language":"deu","muted":false,"#
                + #""physical_address":"1.0.0.0","takes_volume":true,"television":"on","volume":30}"#)
        try check(
            CECLogList(messages: [
                CECMessageInfo(
                    ageMilliseconds: 7, kind: .sent, frame: "40:04", meaning: "m", noticeable: true, cause: "c",
                    outcome: "o")
            ]),
            #"{"messages":[{"age_ms":7,"cause":"c","frame":"40:04","kind":"sent","meaning":"m","noticeable":true,"outcome":"o"}]}"#
        )
        try check(
            CECDeviceList(devices: [CECDeviceInfo(logicalAddress: 5, name: "AVR")]),
            #"{"devices":[{"logical_address":5,"name":"AVR"}]}"#)
    }

    @Test("requests")
    func requests() throws {
        try check(TuneRequest(channel: "next"), #"{"channel":"next"}"#)
        try check(PressRequest(key: "KEY_OK", holdMilliseconds: 800), #"{"hold_ms":800,"key":"KEY_OK"}"#)
        try check(PressRequest(key: "KEY_OK", phase: .down), #"{"key":"KEY_OK","phase":"down"}"#)
        try check(VolumeRequest(change: -5), #"{"change":-5}"#)
        try check(MuteRequest(), "{}")
        try check(PlayRequest(url: "https://a/b"), #"{"url":"https://a/b"}"#)
    }

    @Test("an error has code, cause and next step; an unknown code counts as failed")
    func errors() throws {
        try check(
            ErrorBody(error: ControlError(.notNow, cause: "c", nextStep: "n")),
            #"{"error":{"cause":"c","code":"not_now","next_step":"n"}}"#)
        let later = #"{"error":{"cause":"c","code":"from_the_future","next_step":"n"}}"#
        #expect(try Wire.decode(ErrorBody.self, from: later.utf8).error.code == .failed)
    }

    @Test("every kind of event comes back as it went")
    func events() throws {
        let remote = RemoteInfo(id: "a", name: "b", bus: "cec")
        try check(ControlEvent.state(.tuning, channel: nil), #"{"state":"tuning","type":"state"}"#)
        try check(ControlEvent.programme(nil), #"{"type":"programme"}"#)
        try check(
            ControlEvent.sound(SoundLevel(volume: 1, muted: true)),
            #"{"sound":{"muted":true,"volume":1},"type":"sound"}"#)
        try check(
            ControlEvent.remoteAttached(remote),
            #"{"remote":{"bus":"cec","id":"a","name":"b"},"type":"remote_attached"}"#)
        try check(ControlEvent.warning("w"), #"{"type":"warning","warning":"w"}"#)
        var key = KeyInfo(remote: "IR", focus: "passcode")
        try check(ControlEvent.key(key), #"{"key":{"focus":"passcode","remote":"IR"},"type":"key"}"#)
        (key.code, key.key, key.gesture, key.command, key.result) = (
            "KEY_PAGEUP", "channel_up", .repetition, "channel_up", "done"
        )
        try check(
            ControlEvent.key(key),
            #"{"key":{"code":"KEY_PAGEUP","command":"channel_up","focus":"passcode","gesture":"repeat","key":"channel_up","#
                + #""remote":"IR","result":"done"},"type":"key"}"#)
        var lesson = LessonInfo(remote: "tv", receiver: "rc0", step: .leftOut, learnt: 1, count: 2)
        (lesson.key, lesson.code) = ("KEY_OK", LessonInfo.Code(protocol: "nec", variant: "nec-x", scancode: "0x1"))
        try check(
            ControlEvent.lesson(lesson),
            #"{"lesson":{"code":{"protocol":"nec","scancode":"0x1","variant":"nec-x"},"count":2,"key":"KEY_OK","learnt":1,"#
                + #""receiver":"rc0","remote":"tv","step":"left_out"},"type":"lesson"}"#)
        try check(
            ControlEvent.authorization(AuthorizationInfo(channel: "c1", result: .denied, reason: "left")),
            #"{"authorization":{"channel":"c1","reason":"left","result":"denied"},"type":"authorization"}"#)
        for event: ControlEvent in [
            .flip(FlipInfo(from: nil, to: "x", warm: false, timeNanoseconds: 1)), .remoteDetached(remote),
            .display(DisplayInfo(name: "n", connected: false, width: 1, height: 2, refreshHertz: 50)),
        ] {
            #expect(try Wire.decode(ControlEvent.self, from: Wire.encode(event)) == event)
        }
        #expect(throws: DecodingError.self) { try Wire.decode(ControlEvent.self, from: #"{"type":"moon"}"#.utf8) }
    }

    @Test("no two routes share a path")
    func routes() {
        #expect(Set(Route.allCases.map(\.path)).count == Route.allCases.count)
        #expect(Route.allCases.allSatisfy { $0.path.hasPrefix("/v1/") })
    }

    @Test(
        "a passcode is four to eight digits of the remote",
        arguments: [
            ("4711", true), ("12345678", true), ("123", false), ("123456789", false), ("12a4", false), ("١٢٣٤", false),
        ])
    func passcodes(text: String, acceptable: Bool) {
        #expect(PasscodeRequest(passcode: text).isAcceptable == acceptable)
    }
}

struct EventStreamParserTests {
    private let stream =
        ": hi\r\n\r\nevent: flip\ndata: {\"a\":1}\n\ndata:one\ndata: two\nid: 7\n\nevent: x\n\rdata\n\n"

    @Test("messages come out whole, however the bytes are cut")
    func cuts() {
        let expected: [EventStreamParser.Message] = [
            .init(event: "flip", data: "{\"a\":1}"), .init(data: "one\ntwo"), .init(data: ""),
        ]
        let bytes = Array(stream.utf8)
        for size in 1...bytes.count {
            var parser = EventStreamParser()
            var messages: [EventStreamParser.Message] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                messages += parser.consume(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(messages == expected, "pieces of \(size)")
        }
    }

    @Test("a message survives being sent", arguments: ["", "one", "one\ntwo", "\n", " space"])
    func roundTrip(data: String) {
        var parser = EventStreamParser()
        let message = EventStreamParser.Message(event: "line", data: data)
        #expect(parser.consume(EventStreamParser.format(message).utf8) == [message])
    }

    @Test("a line without end does not fill the memory")
    func endless() {
        var parser = EventStreamParser()
        let piece = Array(repeating: UInt8(ascii: "x"), count: 1 << 18)
        for _ in 0..<16 { #expect(parser.consume(piece) == []) }
        #expect(parser.consume("\ndata: y\n\n".utf8) == [.init(data: "y")])
    }
}
