import MediaCore
import TestSupport
import Testing
import XML

@testable import UPnP

@Suite("Who is told of changes")
struct EventSubscriptionsTests {
    private static let callback = "<http://192.168.1.9:49152/cb>"
    private static let start = HostTime.zero + .seconds(100)

    private func following(_ service: RendererService = .avTransport) throws -> EventSubscriptions {
        var subscriptions = EventSubscriptions()
        _ = try subscriptions.subscribe(
            service, id: "uuid:a", callback: Self.callback, timeout: "Second-300", peer: "192.168.1.9", at: Self.start)
        return subscriptions
    }

    private func changes(_ delivery: EventSubscriptions.Delivery) throws -> [String: String] {
        let root = try #require(XMLElement(parsing: delivery.body.utf8))
        let change = try #require(root.first("LastChange")?.text)
        let event = try #require(XMLElement(parsing: change.utf8))
        let instance = try #require(event.first("InstanceID"))
        #expect(instance.attributes["val"] == "0")
        return Dictionary(uniqueKeysWithValues: instance.elements.map { (String($0.name), $0.attributes["val"] ?? "") })
    }

    @Test("First the whole, once it knows its id; then what differs, one message at a time, in pauses")
    func order() throws {
        var subscriptions = try following()
        subscriptions.set([("A", "1"), ("B", "<&\">")], of: .avTransport)
        #expect(subscriptions.due(at: Self.start) == [])
        subscriptions.open("uuid:a", at: Self.start - EventSubscriptions.moderation)
        #expect(subscriptions.due(at: Self.start - .milliseconds(1)) == [])
        let first = try #require(subscriptions.due(at: Self.start).first)
        #expect(first.key == 0 && first.callbacks == ["http://192.168.1.9:49152/cb"])
        #expect(try changes(first) == ["A": "1", "B": "<&\">"])
        // Nothing is told while that is on its way.
        subscriptions.set([("A", "2"), ("B", "x")], of: .avTransport)
        #expect(subscriptions.due(at: Self.start + .seconds(5)) == [])
        subscriptions.set([("A", "3"), ("B", "<&\">")], of: .avTransport)
        subscriptions.delivered("uuid:a", true)
        let second = try #require(subscriptions.due(at: Self.start + .seconds(5)).first)
        #expect(second.key == 1)
        #expect(try changes(second) == ["A": "3"])
        subscriptions.delivered("uuid:a", true)
        subscriptions.set([("A", "4"), ("B", "<&\">")], of: .avTransport)
        let soon = Self.start + .seconds(5) + .milliseconds(50)
        #expect(subscriptions.due(at: soon) == [])
        #expect(subscriptions.nextWake == Self.start + .seconds(5) + EventSubscriptions.moderation)
        #expect(subscriptions.due(at: soon + .milliseconds(150)).map(\.key) == [2])
        #expect(subscriptions.due(at: soon + .seconds(5)) == [])
    }

    @Test("ConnectionManager's variables are no LastChange; the volume has its channel")
    func shapes() throws {
        var subscriptions = try following(.connectionManager)
        subscriptions.set([("CurrentConnectionIDs", "0")], of: .connectionManager)
        subscriptions.open("uuid:a", at: Self.start - EventSubscriptions.moderation)
        let body = try #require(subscriptions.due(at: Self.start).first?.body)
        #expect(body.contains("<CurrentConnectionIDs>0</CurrentConnectionIDs>") && !body.contains("LastChange"))
        var rendering = try following(.renderingControl)
        rendering.set([("Volume", "40")], of: .renderingControl)
        rendering.open("uuid:a", at: Self.start - EventSubscriptions.moderation)
        let change = try #require(rendering.due(at: Self.start).first?.body)
        #expect(XMLElement(parsing: change.utf8)?.text.contains("<Volume channel=\"Master\" val=\"40\"/>") == true)
    }

    @Test("Who is silent too long, is gone or says so is told nothing more")
    func ends() throws {
        var subscriptions = try following()
        subscriptions.set([("A", "1")], of: .avTransport)
        subscriptions.open("uuid:a", at: Self.start - EventSubscriptions.moderation)
        #expect(subscriptions.due(at: Self.start + .seconds(300)) == [] && subscriptions.count == 0)
        subscriptions = try following()
        subscriptions.set([("A", "1")], of: .avTransport)
        subscriptions.open("uuid:a", at: Self.start - EventSubscriptions.moderation)
        #expect(
            try subscriptions.renew("uuid:a", of: .avTransport, timeout: "infinite", at: Self.start + .seconds(200))
                == 1800)
        #expect(throws: EventSubscriptions.Refusal.unknown) {
            try subscriptions.renew("uuid:a", of: .renderingControl, timeout: nil, at: Self.start)
        }
        #expect(throws: EventSubscriptions.Refusal.unknown) { try subscriptions.cancel("uuid:b", of: .avTransport) }
        // What does not arrive is told again, ever more rarely, until nobody is there.
        var now = Self.start + .seconds(200)
        for failure in 1...EventSubscriptions.mostFailures {
            let message = try #require(subscriptions.due(at: now).first)
            #expect(message.key == 0 && subscriptions.due(at: now + .seconds(100)) == [])
            subscriptions.delivered("uuid:a", false)
            #expect(subscriptions.due(at: now + .milliseconds(500)) == [])
            now = now + EventSubscriptions.retry * failure
        }
        #expect(subscriptions.count == 0)
        subscriptions.delivered("uuid:a", true)
        #expect(subscriptions.nextWake == nil)
    }

    @Test(
        "No address outside the home is told anything, nor the box itself for another's sake",
        arguments: [
            "", "http://192.168.1.9/", "<http://8.8.8.8/>", "<https://192.168.1.9/>", "<http://evil.example/>",
            "<file:///etc/passwd>", "<http://127.0.0.1:22/>", "<http://[::1]/>", "<http://192.168.1.9:99999/>",
            "<http://192.168.1.9/a b>", "<http://2130706433/>", "<http://a@8.8.8.8/>", "<http://192.168.1.9@8.8.8.8/>",
        ])
    func strangers(_ callback: String) {
        var subscriptions = EventSubscriptions()
        #expect(throws: EventSubscriptions.Refusal.unknown) {
            try subscriptions.subscribe(
                .avTransport, id: "x", callback: callback, timeout: nil, peer: "192.168.1.9", at: Self.start)
        }
    }

    @Test("A few of each, and not more than there is room for")
    func bounds() throws {
        var subscriptions = EventSubscriptions()
        var taken = 0
        for number in 0..<200 {
            let peer = "192.168.1.\(number % 10)"
            let result = Result { () throws(EventSubscriptions.Refusal) in
                try subscriptions.subscribe(
                    .avTransport, id: "\(number)", callback: Self.callback, timeout: "Second-5", peer: peer,
                    at: Self.start)
            }
            switch result {
            case .success(let seconds):
                taken += 1
                #expect(seconds == EventSubscriptions.shortest)
            case .failure(let refusal): #expect(refusal == .full)
            }
        }
        #expect(taken == EventSubscriptions.most && subscriptions.count == taken)
        var one = EventSubscriptions()
        for number in 0..<EventSubscriptions.mostOfOne {
            _ = try one.subscribe(
                .avTransport, id: "\(number)", callback: Self.callback, timeout: nil, peer: "10.0.0.1", at: Self.start)
        }
        // Whoever ended without a word makes room for himself.
        _ = try one.subscribe(
            .avTransport, id: "z", callback: Self.callback, timeout: nil, peer: "10.0.0.1", at: Self.start + .seconds(1)
        )
        #expect(one.count == EventSubscriptions.mostOfOne)
        try one.cancel("z", of: .avTransport)
        #expect(throws: EventSubscriptions.Refusal.unknown) { try one.cancel("0", of: .avTransport) }
    }

    @Test("In any order: keys count up by one, and the last that each knows is what is", arguments: 1...20)
    func walks(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var subscriptions = EventSubscriptions()
        var (now, values, known) = (Self.start, ["A": "0", "B": "0"], [String: [String: String]]())
        var (keys, busy, lost) = ([String: UInt32](), [EventSubscriptions.Delivery](), [String: Int]())
        func set() { subscriptions.set(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, of: .avTransport) }
        set()
        for step in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where known.count < 5:
                let id = "uuid:\(step)"
                _ = try subscriptions.subscribe(
                    .avTransport, id: id, callback: Self.callback, timeout: "Second-1800", peer: "10.0.0.1", at: now)
                subscriptions.open(id, at: now)
                known[id] = [:]
            case 1:
                values[["A", "B"].randomElement(using: &random) ?? "A"] = "\(Int.random(in: 0..<3, using: &random))"
                set()
            case 2 where !busy.isEmpty:
                let delivery = busy.removeFirst()
                // Not so many in a row that it is given up.
                let isThere = Int.random(in: 0..<4, using: &random) > 0 || lost[delivery.id, default: 0] > 2
                lost[delivery.id] = isThere ? 0 : lost[delivery.id, default: 0] + 1
                subscriptions.delivered(delivery.id, isThere)
                guard isThere else { continue }
                keys[delivery.id] = delivery.key
                known[delivery.id, default: [:]].merge(try changes(delivery)) { $1 }
            default: now = now + .milliseconds(Int.random(in: 0...150, using: &random))
            }
            for delivery in subscriptions.due(at: now) {
                #expect(!busy.contains { $0.id == delivery.id })
                #expect(delivery.key == keys[delivery.id].map { $0 + 1 } ?? 0)
                busy.append(delivery)
            }
        }
        // What is still to be told is told.
        for _ in 0..<5 {
            for delivery in busy {
                subscriptions.delivered(delivery.id, true)
                known[delivery.id, default: [:]].merge(try changes(delivery)) { $1 }
            }
            now = now + .seconds(10)
            busy = subscriptions.due(at: now)
        }
        #expect(busy.isEmpty && subscriptions.count > 0)
        #expect(known.values.allSatisfy { $0 == values })
    }
}
