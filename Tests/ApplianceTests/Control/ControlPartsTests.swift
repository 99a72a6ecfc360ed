import Logging
import MediaCore
import Testing

@testable import Appliance

struct LogTailTests {
    @Test("keeps the newest lines, and no more than twice as many as asked for")
    func bounded() {
        let log = LogTail(capacity: 3)
        for number in 1...100 { log.append("\(number)") }
        #expect(log.lines.count <= 6)
        #expect(log.lines.suffix(3) == ["98", "99", "100"])
    }

    @Test("a line that is too long is cut")
    func longLine() {
        let log = LogTail(capacity: 3)
        log.append(String(repeating: "ä", count: 1 << 20))
        #expect(log.lines.allSatisfy { $0.utf8.count <= LogTail.longestLine })
    }

    @Test("a follower gets what there is and what comes, once each")
    func follow() async {
        let log = LogTail(capacity: 3)
        log.append("a")
        var lines = log.follow().makeAsyncIterator()
        log.append("b")
        #expect(await lines.next() == "a")
        #expect(await lines.next() == "b")
    }

    @Test("a message becomes one line with its metadata in order")
    func handler() {
        let log = LogTail()
        var logger = Logger(label: "hearth.flip") { LogTailHandler(label: $0, tail: log) }
        logger[metadataKey: "b"] = "2"
        logger.notice("tuned\nto", metadata: ["a": "1"])
        logger.debug("not heard")
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.hasSuffix("Z notice hearth.flip: tuned to a=1 b=2") == true, "\(log.lines)")
    }
}

struct HeldKeysTests {
    private func time(_ seconds: Int64) -> HostTime { HostTime(nanoseconds: seconds * 1_000_000_000) }

    @Test("a key that is never released is let go of after ten seconds, once")
    func overdue() {
        var keys = HeldKeys()
        keys.handle(KeyPress(code: 103, phase: .down), at: time(0))
        keys.handle(KeyPress(code: 28, phase: .down), at: time(5))
        #expect(keys.overdue(at: time(9)) == [])
        #expect(keys.overdue(at: time(10)) == [103])
        #expect(keys.overdue(at: time(60)) == [28])
        #expect(keys.overdue(at: time(60)) == [])
    }

    @Test("a key that was released is not let go of again")
    func released() {
        var keys = HeldKeys()
        keys.handle(KeyPress(code: 103, phase: .down), at: time(0))
        keys.handle(KeyPress(code: 103, phase: .up), at: time(1))
        keys.handle(KeyPress(code: 28, phase: .tap(hold: .seconds(9))), at: time(1))
        #expect(keys.overdue(at: time(60)) == [])
    }
}

struct PageGateTests {
    private let gate = PageGate(token: "secret")

    @Test(
        "only loopback names pass",
        arguments: ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:80:80", "localhost:x", "", "[::1]:80"])
    func hosts(host: String) {
        #expect(throws: PageGate.Refusal.foreignHost) { try gate.admit(host: host, origin: nil, token: "secret") }
    }

    @Test(
        "another origin does not pass, whatever it knows",
        arguments: ["http://127.0.0.1:81", "null", "https://127.0.0.1:80"])
    func origins(origin: String) {
        #expect(throws: PageGate.Refusal.foreignOrigin) {
            try gate.admit(host: "127.0.0.1:80", origin: origin, token: "secret")
        }
    }

    @Test("a wrong token does not pass", arguments: [nil, "", "secre", "secrets", "Secret"])
    func tokens(token: String?) {
        #expect(throws: PageGate.Refusal.wrongToken) {
            try gate.admit(host: "127.0.0.1:80", origin: "http://127.0.0.1:80", token: token)
        }
    }

    @Test("the right one does")
    func right() throws {
        try gate.admit(host: "localhost:80", origin: "http://localhost:80", token: "secret")
        let fresh = PageGate()
        #expect(fresh.token.utf8.count == 32 && fresh.token != PageGate().token)
    }

    @Test("a link is good once and for two minutes; of many the newest are; each is another")
    func links() throws {
        var gate = gate
        let start = HostTime(nanoseconds: 5)
        #expect(throws: PageGate.Refusal.noPage) { try gate.link(at: start) }
        gate.address = "http://127.0.0.1:80/"
        func ticket(_ time: HostTime) throws -> String {
            let link = try gate.link(at: time)
            #expect(link.hasPrefix("http://127.0.0.1:80/#"))
            return String(link.dropFirst("http://127.0.0.1:80/#".count))
        }
        let first = try ticket(start)
        #expect(first.utf8.count == 32)
        #expect(try gate.open(with: first, at: start + PageGate.patience - .nanoseconds(1)) == "secret")
        #expect(throws: PageGate.Refusal.wrongTicket) { try gate.open(with: first, at: start) }
        let late = try ticket(start)
        #expect(throws: PageGate.Refusal.wrongTicket) { try gate.open(with: late, at: start + PageGate.patience) }
        let many = try (0...PageGate.mostLinks).map { _ in try ticket(start) }
        #expect(Set(many).count == many.count)
        #expect(throws: PageGate.Refusal.wrongTicket) { try gate.open(with: many[0], at: start) }
        for ticket in many.dropFirst() { #expect(try gate.open(with: ticket, at: start) == "secret") }
    }
}

struct TuneTargetTests {
    @Test(
        "a channel is named by number, name, or where it is from here",
        arguments: [
            ("7", .number(7)), ("007", .number(7)), ("next", .next), ("previous", .previous), ("last", .last),
            ("Das Erste", .name("Das Erste")), ("-1", .name("-1")),
            ("99999999999999999999", .name("99999999999999999999")),
            ("", nil), ("   ", nil),
        ] as [(String, TuneTarget?)])
    func targets(text: String, target: TuneTarget?) {
        #expect(TuneTarget(text) == target)
    }
}
