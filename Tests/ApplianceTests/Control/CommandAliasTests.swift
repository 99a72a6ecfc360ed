import Channels
import Commands
import ControlProtocol
import MediaCore
import Testing

@testable import Appliance

@Suite("Routes that are aliases of commands")
struct CommandAliasTests {
    private static let routes: [Route] = [.tune, .play, .type, .stop, .volume, .mute, .audio, .subtitles, .diagnostics]

    private func order(_ route: Route, _ body: String) throws -> CommandOrder {
        try #require(CommandAlias(route)).order(RequestBody(bytes: Array(body.utf8)))
    }

    @Test("One for each route that says a command in its own words, and no other")
    func table() {
        #expect(CommandAlias.all.map(\.route) == Self.routes)
        for route in Route.allCases { #expect((CommandAlias(route) != nil) == Self.routes.contains(route)) }
    }

    @Test("Questions are answered from a report, each by one route that is no alias")
    func questions() throws {
        let tuner = Tuner(gate: ParentalGate(policy: .init(), hasPasscode: false, now: .zero))
        let situation = Situation(focus: .video, hasChannels: false, hasChannel: false, isPlaying: false)
        let report = BoxReport(snapshot: Sample.box(), tuner: tuner, situation: situation)
        func json(_ route: Route) throws -> [UInt8] {
            let answer = try #require(BoxQuestion(route)).answer(from: report)
            return try Wire.encode(answer)
        }
        #expect(try Wire.decode(Status.self, from: json(.status)).state == .playing)
        #expect(try Wire.decode(TrackList.self, from: json(.tracks)).audio.map(\.name) == ["English", "Deutsch"])
        #expect(String(decoding: try json(.channels), as: UTF8.self) == #"{"channels":[]}"#)
        let commands = try Wire.decode(CommandList.self, from: json(.commands)).commands
        #expect(commands.count == Command.plain.count + Command.withParameter.count)
        #expect(commands.first { $0.command == "channel_up" }?.reason == "there are no channels")
        for route in Route.allCases { #expect(BoxQuestion(route) == nil || CommandAlias(route) == nil) }
    }

    @Test("Each body is a command")
    func commands() throws {
        let table: [(Route, String, CommandOrder.Wish, CommandOrder.Answer)] = [
            (.tune, #"{"channel":"7"}"#, .command(.tune(.number(7))), .channel),
            (.tune, #"{"channel":"BBC One"}"#, .command(.tune(.name("BBC One"))), .channel),
            (.tune, #"{"channel":"next"}"#, .command(.channelUp), .channel),
            (.tune, #"{"channel":"previous"}"#, .command(.channelDown), .channel),
            (.tune, #"{"channel":"last"}"#, .command(.tuneLast), .channel),
            (.play, #"{"url":"http://a/b"}"#, .command(.play(url: "http://a/b")), .channel),
            (.stop, "", .command(.stop), .done),
            (.volume, #"{"level":40}"#, .command(.setVolume(40)), .sound),
            (.volume, #"{"change":-5}"#, .volume(by: -5), .sound),
            (.mute, #"{"muted":true}"#, .command(.setMute(true)), .sound),
            (.mute, #"{"muted":false}"#, .command(.setMute(false)), .sound),
            (.mute, "{}", .toggleOwnMute, .sound),
            (.audio, #"{"track":"2"}"#, .command(.audio(.number(2))), .tracks),
            (.audio, #"{"track":"off"}"#, .command(.audio(.off)), .tracks),
            (.subtitles, #"{"track":"next"}"#, .command(.subtitles(.next)), .tracks),
            (.subtitles, #"{"track":"de"}"#, .command(.subtitles(.name("de"))), .tracks),
            (.diagnostics, #"{"shown":true}"#, .command(.setDiagnostics(true)), .diagnostics),
            (.diagnostics, "{}", .command(.toggleDiagnostics), .diagnostics),
        ]
        for (route, body, wish, answer) in table {
            let order = try order(route, body)
            #expect(order.wish == wish && order.answer == answer)
        }
    }

    @Test("What depends on what is on becomes a command at that moment")
    func wishes() {
        #expect(CommandOrder.Wish.volume(by: -5).command(Sample.playing) == .setVolume(75))
        #expect(CommandOrder.Wish.toggleOwnMute.command(Sample.playing) == .setMute(true))
        #expect(CommandOrder.Wish.command(.stop).command(Sample.idle) == .stop)
    }

    @Test("What makes no sense is refused before the box hears of it")
    func refused() {
        let table: [(Route, String)] = [
            (.tune, ""), (.tune, "{}"), (.tune, #"{"channel":" "}"#), (.play, #"{"url":"file:///etc/passwd"}"#),
            (.volume, "{}"), (.volume, #"{"level":101}"#), (.volume, #"{"change":101}"#), (.audio, #"{"track":""}"#),
            (.subtitles, "{}"), (.diagnostics, #"{"shown":1}"#), (.mute, "null"),
        ]
        for (route, body) in table {
            let error = #expect(throws: ControlError.self) { try order(route, body) }
            #expect(error?.code == .badRequest && error?.nextStep.isEmpty == false)
        }
    }

    @Test("Why a command was not carried out is told in the route's own words; that it was so already is no error")
    func words() throws {
        let table: [(Route, String, String?, String?)] = [
            (.tune, #"{"channel":"7"}"#, "can't tune now: why", "can't tune: why"),
            (.play, #"{"url":"http://a/b"}"#, "can't play now: why", "can't play: why"),
            (.stop, "", "can't stop now: why", "can't stop: why"),
            (.volume, #"{"level":1}"#, nil, nil), (.mute, "{}", nil, nil), (.diagnostics, "{}", nil, nil),
            (.audio, #"{"track":"2"}"#, "why", "why"), (.subtitles, #"{"track":"2"}"#, "why", "why"),
        ]
        for (route, body, notNow, never) in table {
            let refusal = try order(route, body).refusal
            #expect(refusal?.error(.done) == nil && refusal?.error(.nothingToDo) == nil)
            #expect(refusal?.error(.notNow("why"))?.cause == notNow)
            #expect(refusal?.error(.failed("why"))?.cause == never)
            #expect(refusal?.error(.notNow("why"))?.code == (notNow == nil ? nil : .notNow))
            #expect(refusal?.error(.failed("why"))?.code == (never == nil ? nil : .notFound))
        }
        let plain = CommandOrder(.retry).refusal
        #expect(plain?.error(.notNow("why"))?.cause == "not now: why" && plain?.error(.failed("why"))?.cause == "why")
    }

    @Test("An answer is encoded as what it tells, without a word of its kind")
    func replies() throws {
        func json(_ reply: CommandReply) throws -> String { String(decoding: try Wire.encode(reply), as: UTF8.self) }
        #expect(try json(.done) == "{}")
        #expect(try json(.result(.nothingToDo)) == #"{"result":"nothing_to_do"}"#)
        #expect(try json(.sound(SoundLevel(volume: 5, muted: true))) == #"{"muted":true,"volume":5}"#)
        #expect(try json(.diagnostics(DiagnosticsInfo(shown: true))) == #"{"shown":true}"#)
        #expect(try json(.tracks(TrackList(audio: [], subtitles: []))) == #"{"audio":[],"subtitles":[]}"#)
        #expect(
            try json(.channel(ChannelInfo(id: "a", number: 1, name: "A")))
                == #"{"favourite":false,"id":"a","name":"A","number":1,"restricted":false}"#)
    }
}
