import MediaCore
import Testing

@testable import Phones

@Suite("Phones: where requests come from")
struct HomeOriginTests {
    private static let home = HomeOrigin(names: ["Box", "box.local", ""], scheme: "http")

    private func refusal(
        peer: String? = "192.168.1.7", local: String? = "192.168.1.20", host: String? = "192.168.1.20:8421",
        origin: String? = nil
    ) -> HomeOrigin.Refusal? {
        do throws(HomeOrigin.Refusal) {
            try Self.home.admit(peer: peer, local: local, host: host, origin: origin)
            return nil
        } catch {
            return error
        }
    }

    @Test("The box's own address and names, from the home's own ranges, are let in")
    func own() {
        #expect(refusal() == nil && refusal(origin: "http://192.168.1.20:8421") == nil)
        for host in ["box:8421", "BOX.local:8421", "box.local"] {
            #expect(refusal(host: host, origin: "http://\(host)") == nil)
        }
        for peer in ["10.3.4.5", "172.16.0.1", "172.31.255.254", "169.254.3.3", "127.0.0.1"] {
            #expect(refusal(peer: peer) == nil)
        }
    }

    @Test(
        "A public address, another network's form, or none is not",
        arguments: ["8.8.8.8", "172.32.0.1", "193.168.1.7", "1.2.3", "::1", "fe80::1", "", "300.1.1.1"])
    func peers(peer: String) {
        #expect(refusal(peer: peer) == .foreignPeer && refusal(peer: nil) == .foreignPeer)
    }

    @Test(
        "A name that was pointed here is not the box's (DNS rebinding)",
        arguments: [
            "evil.example:8421", "192.168.1.21:8421", "box.evil.example", "localhost:8421", "", "[::1]:8421", "box.",
        ])
    func rebinding(host: String) {
        #expect(refusal(host: host, origin: "http://\(host)") == .foreignHost && refusal(host: nil) == .foreignHost)
    }

    @Test(
        "Another page's requests are not the box's page's",
        arguments: [
            "http://evil.example", "https://192.168.1.20:8421", "http://192.168.1.20", "http://192.168.1.20:80", "null",
            "",
        ])
    func origins(origin: String) {
        #expect(refusal(origin: origin) == .foreignOrigin)
    }

    @Test("Who asks too much waits, and nobody else for it")
    func budget() {
        var budget = RequestBudget(burst: 10, perSecond: 2)
        var now = HostTime(nanoseconds: 0)
        func taken(of count: Int) -> Int {
            var taken = 0
            for _ in 0..<count where budget.take(from: "a", at: now) { taken += 1 }
            return taken
        }
        #expect(taken(of: 12) == 10)
        let isOther = budget.take(from: "b", at: now)
        #expect(isOther)
        now = now + .seconds(1)
        #expect(taken(of: 5) == 2)
        now = now + .seconds(3600)
        #expect(taken(of: 20) == 10)
        // Many strangers: the book of them does not grow, and who is new is let in.
        for number in 0..<5000 { _ = budget.take(from: "\(number)", at: now + .milliseconds(number)) }
        let isNew = budget.take(from: "new", at: now + .seconds(10))
        #expect(isNew)
    }
}
