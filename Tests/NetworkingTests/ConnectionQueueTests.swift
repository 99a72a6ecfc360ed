import Devices
import MediaCore
import Testing

@testable import Networking

private func time(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

private func ticket(
    _ id: UInt64, _ owner: String?, _ priority: FetchRequest.Priority = .playing, at milliseconds: Int64 = 0
) -> ConnectionQueue.Ticket {
    ConnectionQueue.Ticket(id: id, owner: owner, priority: priority, asked: time(milliseconds), patience: .seconds(8))
}

@Suite("Who may ask a provider that counts")
struct ConnectionQueueTests {
    @Test("Requests of one channel begin in their order, as many at once as are allowed")
    func order() {
        var queue = ConnectionQueue(limit: 2)
        #expect(queue.want(ticket(1, "a"), now: time(0)) == [.start(1)])
        #expect(queue.want(ticket(2, "a"), now: time(0)) == [.start(2)])
        #expect(queue.want(ticket(3, "a"), now: time(0)).isEmpty && queue.want(ticket(4, "a"), now: time(0)).isEmpty)
        #expect(queue.ended(2, now: time(10)) == [.start(3)])
        #expect(queue.ended(1, now: time(10)) == [.start(4)])
        #expect(queue.ended(3, now: time(20)).isEmpty && queue.ended(4, now: time(20)).isEmpty)
        #expect(queue.activeCount == 0 && queue.due(time(20)) == nil)
    }

    @Test("What is played comes before what is kept ready, and a place is left free for it where there are two")
    func priorities() {
        var queue = ConnectionQueue(limit: 2)
        #expect(queue.want(ticket(1, "w", .warming), now: time(0)) == [.start(1)])
        #expect(queue.want(ticket(2, "w", .warming), now: time(0)).isEmpty)
        #expect(queue.want(ticket(3, "p"), now: time(0)) == [.start(3)])
        #expect(queue.want(ticket(4, "p"), now: time(0)).isEmpty)
        #expect(queue.ended(1, now: time(10)) == [.start(4)], "though it came later")
        #expect(queue.ended(3, now: time(20)).isEmpty)
        #expect(queue.ended(4, now: time(20)) == [.start(2)])
        var one = ConnectionQueue(limit: 1)
        #expect(one.want(ticket(1, "w", .warming), now: time(0)) == [.start(1)], "nobody else wants the only place")
    }

    @Test("A channel that is tuned takes the place of one that holds on to it, once that is no brief request")
    func displaces() {
        var queue = ConnectionQueue(limit: 1)
        _ = queue.want(ticket(1, "old"), now: time(0))
        #expect(queue.want(ticket(2, "new", at: 5000), now: time(5000)) == [.displace(1)])
        #expect(queue.settle(time(5010)).isEmpty, "once")
        #expect(queue.ended(1, now: time(5020)) == [.start(2)])
        // The other request comes again, and waits.
        #expect(queue.want(ticket(3, "old", at: 5200), now: time(5200)).isEmpty)
        #expect(queue.settle(time(9000)).isEmpty)
        #expect(queue.ended(2, now: time(9100)) == [.start(3)])
    }

    @Test("What has just begun is waited for a moment")
    func brief() {
        var queue = ConnectionQueue(limit: 1)
        _ = queue.want(ticket(1, "w", .warming), now: time(0))
        #expect(queue.want(ticket(2, "p", at: 100), now: time(100)).isEmpty)
        #expect(queue.due(time(100)) == time(300))
        #expect(queue.settle(time(299)).isEmpty)
        #expect(queue.settle(time(300)) == [.displace(1)])
        #expect(queue.due(time(300)) == time(8100), "now only its own patience is left")
    }

    @Test("What a channel had asked for to be ready is not cut off when it is tuned, nor by its own requests")
    func adopted() {
        var queue = ConnectionQueue(limit: 1)
        _ = queue.want(ticket(1, "a", .warming), now: time(0))
        #expect(queue.want(ticket(2, "a", at: 1000), now: time(1000)).isEmpty)
        #expect(queue.settle(time(3000)).isEmpty && queue.due(time(3000)) == time(9000))
        #expect(queue.ended(1, now: time(4000)) == [.start(2)])
    }

    @Test("A channel that is come back to counts as tuned again")
    func back() {
        var queue = ConnectionQueue(limit: 1)
        _ = queue.want(ticket(1, "a"), now: time(0))
        _ = queue.ended(1, now: time(10))
        _ = queue.want(ticket(2, "b", at: 20), now: time(20))
        _ = queue.ended(2, now: time(30))
        _ = queue.want(ticket(3, "a", .warming, at: 40), now: time(40))
        _ = queue.ended(3, now: time(50))
        _ = queue.want(ticket(4, "b", at: 60), now: time(60))
        #expect(queue.want(ticket(5, "a", at: 1000), now: time(1000)) == [.displace(4)])
    }

    @Test("What belongs to no channel waits, and cuts off only what is kept ready")
    func ownerless() {
        var queue = ConnectionQueue(limit: 1)
        _ = queue.want(ticket(1, "a"), now: time(0))
        #expect(queue.want(ticket(2, nil, at: 1000), now: time(1000)).isEmpty)
        #expect(queue.ended(1, now: time(2000)) == [.start(2)])
        #expect(queue.want(ticket(3, "a", at: 3000), now: time(3000)) == [.displace(2)])
    }

    @Test("Nothing waits for ever: it is refused when its patience is over, and forgotten when it is withdrawn")
    func patience() {
        var queue = ConnectionQueue(limit: 1)
        _ = queue.want(ticket(1, "a"), now: time(0))
        _ = queue.want(ticket(2, "a", at: 100), now: time(100))
        _ = queue.want(ticket(3, "a", at: 200), now: time(200))
        #expect(queue.due(time(200)) == time(8100))
        #expect(queue.withdraw(3) && !queue.withdraw(3) && !queue.withdraw(1))
        #expect(queue.settle(time(8100)) == [.refuse(2)])
        #expect(queue.waitingCount == 0 && queue.activeCount == 1)
    }

    @Test("Whatever comes: never too many at once, each ends once, and all that waits gets its turn", arguments: 1...3)
    func property(_ limit: Int) {
        var random = SystemRandomNumberGenerator.Seeded(seed: UInt64(limit) &* 7919)
        for _ in 0..<300 {
            var queue = ConnectionQueue(limit: limit)
            var running: Set<UInt64> = []
            var open: Set<UInt64> = []
            var now: Int64 = 0
            var last: UInt64 = 0
            func carryOut(_ actions: [ConnectionQueue.Action], ended: inout [UInt64]) {
                for action in actions {
                    switch action {
                    case .start(let id):
                        #expect(open.contains(id) && running.insert(id).inserted)
                    case .displace(let id):
                        #expect(running.contains(id))
                        ended.append(id)
                    case .refuse(let id):
                        #expect(!running.contains(id) && open.remove(id) != nil)
                    }
                }
                #expect(running.count <= limit && queue.activeCount == running.count)
            }
            for step in 0..<60 {
                now += Int64(random.next() % 400)
                var ended: [UInt64] = []
                switch random.next() % 5 {
                case 0 where step < 45, 1 where step < 45:
                    last += 1
                    open.insert(last)
                    let owner = ["a", "b", "c", nil][Int(random.next() % 4)]
                    let isWarming = random.next() % 2 == 0
                    carryOut(
                        queue.want(ticket(last, owner, isWarming ? .warming : .playing, at: now), now: time(now)),
                        ended: &ended)
                case 2:
                    if let id = open.subtracting(running).min(), queue.withdraw(id) { open.remove(id) }
                    carryOut(queue.settle(time(now)), ended: &ended)
                case 3:
                    if let id = running.min() {
                        running.remove(id)
                        open.remove(id)
                        carryOut(queue.ended(id, now: time(now)), ended: &ended)
                    }
                default: carryOut(queue.settle(time(now)), ended: &ended)
                }
                while let id = ended.popLast() {
                    running.remove(id)
                    open.remove(id)
                    carryOut(queue.ended(id, now: time(now)), ended: &ended)
                }
            }
            var ended: [UInt64] = []
            while let id = running.min() {
                running.remove(id)
                open.remove(id)
                carryOut(queue.ended(id, now: time(now)), ended: &ended)
            }
            #expect(open.isEmpty && queue.waitingCount == 0 && queue.due(time(now)) == nil)
        }
    }
}

extension SystemRandomNumberGenerator {
    /// A seeded random generator: the same sequence each time.
    struct Seeded {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}
