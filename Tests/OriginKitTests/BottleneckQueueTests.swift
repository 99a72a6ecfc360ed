import MediaCore
import TestSupport
import Testing

@testable import OriginKit

struct BottleneckQueueTests {
    private let trip = Duration.milliseconds(30)
    private let start = HostTime(nanoseconds: 1_000_000_000)

    private func after(_ milliseconds: Double) -> HostTime { start + .nanoseconds(Int64(milliseconds * 1e6)) }

    private func queue(_ megabits: Double, buffer: Int? = nil) -> BottleneckQueue {
        var queue = BottleneckQueue()
        queue.rate = Int(megabits * 1e6)
        queue.buffer = buffer
        return queue
    }

    /// Lets time pass; clients in `reading` take at once what arrives. Returns the bytes by connection.
    private func pass(
        _ queue: inout BottleneckQueue, until end: HostTime, reading: (Int) -> Bool = { _ in true }
    ) -> [Int: Int] {
        var bytes: [Int: Int] = [:]
        while let next = queue.nextWake, next <= end {
            for arrival in queue.advance(to: next) {
                bytes[arrival.connection, default: 0] += arrival.bytes
                if reading(arrival.connection) { queue.take(arrival.bytes, on: arrival.connection, at: next) }
            }
        }
        return bytes
    }

    @Test("A connection begins with ten segments and doubles them each round trip")
    func slowStart() {
        var queue = queue(1000)
        queue.offer(1_000_000, on: 1, at: start, roundTrip: trip)
        #expect(pass(&queue, until: after(14.9)) == [:])
        #expect(pass(&queue, until: after(15.5)) == [1: 14_480])
        #expect(pass(&queue, until: after(44.9)) == [:])
        #expect(pass(&queue, until: after(45.9)) == [1: 28_960])
        #expect(pass(&queue, until: after(76)) == [1: 57_920])
    }

    @Test("A long body fills the line to its rate and no more")
    func rate() {
        var queue = queue(20)
        queue.offer(10_000_000, on: 1, at: start, roundTrip: trip)
        _ = pass(&queue, until: after(500))
        let second = pass(&queue, until: after(1500))[1] ?? 0
        #expect(second > 2_490_000 && second <= 2_503_000)
    }

    @Test("What a client does not take stops the server at the bounded window")
    func nobodyReads() {
        var queue = queue(20)
        queue.offer(10_000_000, on: 1, at: start, roundTrip: trip)
        _ = pass(&queue, until: after(1000))
        // 75 kB are a round trip's, as many the buffer's.
        let stopped = pass(&queue, until: after(5000), reading: { _ in false })[1] ?? 0
        #expect(stopped > 100_000 && stopped <= 150_000)
        #expect(queue.nextWake == nil)
    }

    @Test("Who asks for little does not wait behind another's long queue")
    func turns() {
        var queue = queue(20)
        queue.offer(10_000_000, on: 1, at: start, roundTrip: trip)
        _ = pass(&queue, until: after(1000))
        queue.offer(5000, on: 2, at: after(1000), roundTrip: trip)
        // The packet under way, two of its own, each behind one of the other's, and half a round trip.
        #expect(pass(&queue, until: after(1000 + 15 + 5 * 1.16))[2] == 5000)
    }

    @Test("Two long bodies share alike")
    func sharing() {
        var queue = queue(8)
        for connection in [1, 2] { queue.offer(5_000_000, on: connection, at: start, roundTrip: trip) }
        _ = pass(&queue, until: after(500))
        let bytes = pass(&queue, until: after(2500))
        #expect(abs((bytes[1] ?? 0) - (bytes[2] ?? 0)) <= 2 * BottleneckQueue.packet)
        #expect((bytes[1] ?? 0) + (bytes[2] ?? 0) > 1_980_000)
    }

    @Test("A close is heard half a round trip later, and what is queued then still takes the line's time")
    func closing() {
        var queue = queue(20)
        queue.offer(10_000_000, on: 1, at: start, roundTrip: trip)
        _ = pass(&queue, until: after(1000))
        queue.close(1, at: after(1000))
        #expect((pass(&queue, until: after(1014.9))[1] ?? 0) > 30_000)
        queue.offer(60_000, on: 2, at: after(1016), roundTrip: .zero)
        let bytes = pass(&queue, until: after(5000))
        #expect(bytes[1] ?? 0 <= BottleneckQueue.packet)
        #expect(bytes[2] == 60_000)
        var alone = self.queue(20)
        alone.offer(60_000, on: 2, at: after(1016), roundTrip: .zero)
        #expect(pass(&alone, until: after(1016 + 25)) == [2: 60_000])
        #expect(queue.nextWake == nil)
    }

    @Test("A small buffer keeps a bulk transfer's queue short")
    func smallBuffer() {
        var queue = queue(20, buffer: 6000)
        for connection in 1...3 { queue.offer(5_000_000, on: connection, at: start, roundTrip: trip) }
        _ = pass(&queue, until: after(1000))
        let before = pass(&queue, until: after(1001), reading: { _ in false })
        // In flight are a round trip's bytes and the few that find room.
        let rest = pass(&queue, until: after(3000), reading: { _ in false }).values.reduce(0, +)
        #expect(rest + before.values.reduce(0, +) < 3 * (75_000 + 6000))
        #expect(rest > 30_000)
    }

    @Test("What comes into being later is sent when it is there")
    func growing() {
        var queue = queue(100)
        queue.offer(1000, on: 1, at: start, roundTrip: trip)
        queue.offer(2000, on: 1, at: after(200), roundTrip: trip)
        #expect(pass(&queue, until: after(214)) == [1: 1000])
        #expect(pass(&queue, until: after(216)) == [1: 2000])
    }

    @Test("After a rest the window is smaller, and never below the first")
    func rest() {
        func burst(after pause: Double) -> Int {
            var queue = queue(1000)
            queue.offer(1_000_000, on: 1, at: start, roundTrip: trip)
            _ = pass(&queue, until: after(300))
            let again = 300 + pause
            queue.offer(1_000_000, on: 1, at: after(again), roundTrip: trip)
            return pass(&queue, until: after(again + 29))[1] ?? 0
        }
        #expect(burst(after: 50) > burst(after: 400))
        #expect(burst(after: 400) > burst(after: 900))
        #expect((14_000...14_480).contains(burst(after: 60_000)))
    }

    @Test("Whatever is asked for, everything arrives that is taken and not given up, and never faster than the line")
    func everythingArrives() {
        var random = SplitMix(seed: 14)
        for _ in 0..<40 {
            var queue = queue(
                Double.random(in: 1...50, using: &random), buffer: Bool.random(using: &random) ? 9000 : nil)
            var offered: [Int: Int] = [:]
            var arrived: [Int: Int] = [:]
            var closed: Set<Int> = []
            var now = start
            for _ in 0..<60 {
                let connection = Int.random(in: 1...5, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    queue.close(connection, at: now)
                    closed.insert(connection)
                default:
                    guard !closed.contains(connection) else { continue }
                    let bytes = Int.random(in: 0...300_000, using: &random)
                    let delay = Duration.milliseconds(Int.random(in: 0...300, using: &random))
                    queue.offer(bytes, on: connection, at: now + delay, roundTrip: trip)
                    offered[connection, default: 0] += bytes
                }
                let end = now + .milliseconds(Int.random(in: 0...100, using: &random))
                let some = pass(&queue, until: end)
                // A packet may have been on its way for all but a moment.
                let most = Double(queue.rate) / 8 * ((end - now) / .seconds(1)) + 2 * Double(BottleneckQueue.packet)
                #expect(Double(some.values.reduce(0, +)) <= most)
                arrived.merge(some) { $0 + $1 }
                now = end
            }
            arrived.merge(pass(&queue, until: .distantFuture)) { $0 + $1 }
            #expect(queue.nextWake == nil)
            for (connection, bytes) in offered where bytes > 0 {
                let got = arrived[connection] ?? 0
                #expect(closed.contains(connection) ? got <= bytes : got == bytes)
            }
        }
    }
}
