import Devices
import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("A body that may be stopped at any byte")
struct ResumableBodyTests {
    private typealias Action = ResumableBody.Action

    private func response(
        _ status: Int, _ headers: [String: String] = [:], ranged: Bool = false
    ) -> ResumableBody.Event {
        .answered(FetchResponse(status: status, url: "http://a/1.ts", headers: headers, wasRangeAsked: ranged))
    }

    private func timing(_ bytes: Int = 0) -> FetchTiming {
        FetchTiming(
            requested: HostTime(nanoseconds: 1000), firstByte: HostTime(nanoseconds: 2000),
            finished: HostTime(nanoseconds: 3000), bytes: bytes, reusedConnection: true)
    }

    @Test("Without a limit it is one plain request")
    func plain() {
        var body = ResumableBody(range: nil, limit: nil, givesRanges: nil)
        #expect(body.handle(.limit(nil)) == [.fetch(nil, isBounded: false)])
        #expect(body.handle(response(200, ["content-length": "5000"])) == [])
        #expect(body.handle(.came(5000)) == [])
        #expect(body.handle(.ended(.success(timing(5000)))) == [.finish(timing(5000))])
        #expect(body.handle(.limit(nil)) == [], "it is over")
    }

    @Test("A head is a bounded range, and the rest a range from the byte behind it")
    func head() {
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: nil)
        #expect(body.handle(.limit(1000)) == [.fetch(ByteRange(offset: 0, length: 1000), isBounded: true)])
        #expect(body.handle(response(206, ["content-range": "bytes 0-999/5000"], ranged: true)) == [])
        #expect(body.handle(.came(1000)) == [])
        #expect(body.handle(.ended(.success(timing(1000)))) == [.hold])
        #expect(body.delay == .nanoseconds(1000))
        #expect(body.handle(.limit(1500)) == [.fetch(ByteRange(offset: 1000, length: 500), isBounded: true)])
        _ = body.handle(.came(500))
        #expect(body.handle(.ended(.success(timing(500)))) == [.hold])
        #expect(body.handle(.limit(nil)) == [.fetch(ByteRange(offset: 1500, length: nil), isBounded: false)])
        _ = body.handle(.came(3500))
        #expect(body.handle(.ended(.success(timing(3500)))) == [.finish(timing(5000))])
    }

    @Test("A head that is taken back before it was sent is asked for whole when it is wanted")
    func withdrawn() {
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: nil)
        #expect(body.handle(.limit(1000)) == [.fetch(ByteRange(offset: 0, length: 1000), isBounded: true)])
        #expect(body.handle(.withdrawn) == [])
        #expect(body.handle(.limit(nil)) == [.fetch(nil, isBounded: false)])
        _ = body.handle(response(200, [:], ranged: false))
        _ = body.handle(.came(5000))
        #expect(body.handle(.ended(.success(timing(5000)))) == [.finish(timing(5000))])
    }

    @Test("A resource that is shorter than the head is whole")
    func short() {
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: nil)
        _ = body.handle(.limit(1000))
        _ = body.handle(.came(700))
        #expect(body.handle(.ended(.success(timing(700)))) == [.finish(timing(700))])
    }

    @Test("A body that is a range itself is cut within it")
    func range() {
        var body = ResumableBody(range: ByteRange(offset: 100, length: 2000), limit: 500, givesRanges: nil)
        #expect(body.handle(.limit(500)) == [.fetch(ByteRange(offset: 100, length: 500), isBounded: true)])
        _ = body.handle(response(206, ["content-range": "bytes 100-599/9000"], ranged: true))
        _ = body.handle(.came(500))
        #expect(body.handle(.ended(.success(timing(500)))) == [.hold])
        #expect(body.handle(.limit(nil)) == [.fetch(ByteRange(offset: 600, length: 1500), isBounded: false)])
        _ = body.handle(.came(1500))
        #expect(body.handle(.ended(.success(timing(1500)))) == [.finish(timing(2000))])
    }

    @Test("What gives way is given up, and goes on where it was; near its end it is finished")
    func givesWay() {
        var body = ResumableBody(range: nil, limit: nil, givesRanges: nil)
        _ = body.handle(.limit(nil))
        _ = body.handle(response(200, ["content-length": "900000", "accept-ranges": "bytes"]))
        _ = body.handle(.came(300_000))
        #expect(body.handle(.pause(true)) == [.stop])
        #expect(body.handle(.pause(false)) == [.fetch(ByteRange(offset: 300_000, length: nil), isBounded: false)])
        _ = body.handle(response(206, ["content-range": "bytes 300000-899999/900000"], ranged: true))
        _ = body.handle(.came(590_000))
        #expect(body.handle(.pause(true)) == [], "10 kB are less than a new connection")
        _ = body.handle(.came(10_000))
        #expect(body.handle(.ended(.success(timing()))) == [.finish(timing(900_000))])
    }

    @Test("What rests for a moment keeps its request; asked to give way meanwhile, it is given up")
    func restsForAMoment() {
        var body = ResumableBody(range: nil, limit: nil, givesRanges: nil)
        _ = body.handle(.limit(nil))
        _ = body.handle(response(200, ["content-length": "900000", "accept-ranges": "bytes"]))
        _ = body.handle(.came(300_000))
        #expect(body.handle(.rest(true)) == [.rest(true)])
        #expect(body.handle(.full(true)) == [] && body.handle(.rest(false)) == [])
        #expect(body.handle(.full(false)) == [.rest(false)])
        #expect(body.handle(.rest(true)) == [.rest(true)])
        #expect(body.handle(.pause(true)) == [.stop])
        #expect(body.handle(.rest(false)) == [])
        #expect(body.handle(.pause(false)) == [.fetch(ByteRange(offset: 300_000, length: nil), isBounded: false)])
    }

    @Test("What gives way to a server without ranges is asked for anew; what has come before is dropped")
    func anew() {
        var body = ResumableBody(range: nil, limit: nil, givesRanges: false)
        #expect(body.handle(.limit(nil)) == [.fetch(nil, isBounded: false)])
        _ = body.handle(response(200, ["content-length": "900000"]))
        _ = body.handle(.came(300_000))
        #expect(body.handle(.pause(true)) == [.stop])
        #expect(body.handle(.pause(false)) == [.fetch(nil, isBounded: false)])
        _ = body.handle(response(200, ["content-length": "900000"]))
        #expect(body.repeated == 300_000)
        _ = body.handle(.came(200_000))
        #expect(body.repeated == 100_000 && body.count == 300_000)
        // It gives way once more before anything new has come.
        #expect(body.handle(.pause(true)) == [.stop])
        _ = body.handle(.pause(false))
        _ = body.handle(response(200, ["content-length": "900000"]))
        _ = body.handle(.came(300_001))
        #expect(body.repeated == 0 && body.count == 300_001)
        _ = body.handle(.came(599_999))
        #expect(body.handle(.ended(.success(timing()))) == [.finish(timing(900_000))])
    }

    @Test("A server that stops giving ranges sends all of it: what is here is dropped")
    func rangesNoMore() {
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: true)
        _ = body.handle(.limit(1000))
        _ = body.handle(response(206, ["content-range": "bytes 0-999/5000"], ranged: true))
        _ = body.handle(.came(1000))
        #expect(body.handle(.ended(.success(timing(1000)))) == [.hold])
        #expect(body.handle(.limit(nil)) == [.fetch(ByteRange(offset: 1000, length: nil), isBounded: false)])
        _ = body.handle(response(200, ["content-length": "5000"], ranged: true))
        #expect(body.repeated == 1000)
        _ = body.handle(.came(5000))
        #expect(body.handle(.ended(.success(timing()))) == [.finish(timing(5000))])
    }

    @Test("Where too much would come twice, or nobody knows how long it is, the request rests")
    func noRanges() {
        var body = ResumableBody(range: nil, limit: nil, givesRanges: false)
        _ = body.handle(.limit(nil))
        _ = body.handle(response(200, ["content-length": "90000000"]))
        _ = body.handle(.came(5_000_000))
        #expect(body.handle(.pause(true)) == [.rest(true)])
        #expect(body.handle(.pause(false)) == [.rest(false)])
        body = ResumableBody(range: nil, limit: nil, givesRanges: nil)
        _ = body.handle(.limit(nil))
        _ = body.handle(response(200, ["accept-ranges": "bytes"]))
        #expect(body.handle(.pause(true)) == [.rest(true)])

        body = ResumableBody(range: nil, limit: 1000, givesRanges: false)
        #expect(body.handle(.limit(1000)) == [.fetch(nil, isBounded: true)])
        _ = body.handle(response(200, ["content-length": "900000"]))
        #expect(body.handle(.came(1200)) == [.hold, .rest(true)])
        #expect(body.handle(.limit(2000)) == [.rest(false)])
        #expect(body.handle(.came(900)) == [.hold, .rest(true)])
        #expect(body.handle(.limit(nil)) == [.rest(false)])
        _ = body.handle(.came(897_900))
        #expect(body.handle(.ended(.success(timing()))) == [.finish(timing(900_000))])
    }

    @Test("A resource that has become another one is a failure, not a mixture")
    func changed() throws {
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: nil)
        _ = body.handle(.limit(1000))
        _ = body.handle(response(206, ["content-range": "bytes 0-999/5000"], ranged: true))
        _ = body.handle(.came(1000))
        _ = body.handle(.ended(.success(timing())))
        _ = body.handle(.limit(nil))
        let actions = body.handle(response(206, ["content-range": "bytes 1000-3999/4000"], ranged: true))
        #expect(actions.first == .stop)
        guard case .fail = actions.last else { throw Failure(actions: "\(actions)") }
    }

    @Test("What lies behind the end is the end, where the length was not known; other failures are told")
    func failures() {
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: nil)
        _ = body.handle(.limit(1000))
        _ = body.handle(.came(1000))
        #expect(body.handle(.ended(.success(timing()))) == [.hold])
        _ = body.handle(.limit(nil))
        let behind = FetchError.status(416, url: "http://a/1.ts", retryAfter: nil)
        guard case .finish(let whole)? = body.handle(.ended(.failure(behind))).first else {
            Issue.record("416 is no end")
            return
        }
        #expect(whole.bytes == 1000)

        body = ResumableBody(range: nil, limit: nil, givesRanges: nil)
        _ = body.handle(.limit(nil))
        #expect(body.handle(.ended(.failure(behind))) == [.fail(behind)])
    }

    @Test("Whatever is ordered when, all bytes come once and in order, and the end is told once", arguments: 1...60)
    func anyOrder(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        let length = Int(generator.next() % 400_000) + 1
        let gives = generator.next() % 3 > 0
        let tellsLength = generator.next() % 4 > 0
        var body = ResumableBody(range: nil, limit: 1000, givesRanges: nil)
        var flight: (from: Int, to: Int, rests: Bool)?
        var here = 0
        // What comes again of what is here.
        var again = 0
        var ends = 0
        func answer(_ range: ByteRange?) -> ResumableBody.Event {
            guard gives, let range else {
                return response(200, tellsLength ? ["content-length": "\(length)"] : [:], ranged: range != nil)
            }
            return response(
                206, ["content-range": "bytes \(range.offset)-/\(tellsLength ? "\(length)" : "*")"], ranged: true)
        }
        var queue = body.handle(.limit(1000))
        func send(_ event: ResumableBody.Event) { queue += body.handle(event) }
        for step in 0..<400 {
            while !queue.isEmpty {
                switch queue.removeFirst() {
                case .fetch(let range, _):
                    #expect(flight == nil, "two requests at once")
                    let from = gives ? Int(range?.offset ?? 0) : 0
                    #expect(from == here || !gives, "bytes twice, or a hole")
                    again = here - from
                    flight = (from, gives ? range?.length.map { min(length, from + Int($0)) } ?? length : length, false)
                    if from >= length {
                        flight = nil
                        send(.ended(.failure(.status(416, url: "http://a/1.ts", retryAfter: nil))))
                    } else {
                        send(answer(range))
                    }
                case .stop: flight = nil
                case .rest(let rests): flight?.rests = rests
                case .hold: #expect(here < length || !tellsLength)
                case .finish(let timing):
                    ends += 1
                    #expect(timing.bytes == length && here == length)
                case .fail(let error): Issue.record("\(error)")
                }
            }
            let isLast = step > 300
            if isLast {
                send(.limit(nil))
                send(.pause(false))
                send(.full(false))
            }
            if let now = flight, !now.rests, isLast || generator.next() % 2 == 0 {
                let left = now.to - now.from
                let count = min(left, isLast ? left : Int(generator.next() % 60_000))
                flight?.from += count
                here += max(0, count - again)
                again -= min(again, count)
                if count > 0 { send(.came(count)) }
                // What is given up meanwhile tells nothing more.
                if count == left, !queue.contains(.stop) {
                    flight = nil
                    send(.ended(.success(timing(now.to))))
                }
            } else if !isLast {
                switch generator.next() % 8 {
                case 0: send(.limit(Int(generator.next() % 300_000)))
                case 1: send(.limit(nil))
                case 2: send(.pause(true))
                case 3: send(.pause(false))
                case 4: send(.full(true))
                case 5: send(.rest(true))
                case 6: send(.rest(false))
                default: send(.full(false))
                }
            }
        }
        #expect(ends == 1)
    }

    private struct Failure: Error { let actions: String }
}
