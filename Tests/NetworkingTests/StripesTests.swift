import Devices
import MediaCore
import TestSupport
import Testing

@testable import Networking

@Suite("A body that comes over several connections")
struct StripesTests {
    private typealias Action = Stripes.Action

    private static let first = Int(Stripes.first)

    private func range(_ offset: Int, _ length: Int?) -> ByteRange {
        ByteRange(offset: UInt64(offset), length: length.map { UInt64($0) })
    }

    private func fetch(_ id: Int, _ offset: Int, _ length: Int?) -> Action {
        .fetch(id, range(offset, length))
    }

    private func response(_ total: Int?, status: Int = 206, tag: String = "a") -> FetchResponse {
        var headers = ["etag": tag]
        headers["content-range"] = status == 206 ? "bytes 0-1/\(total.map(String.init) ?? "*")" : nil
        headers["content-length"] = status == 200 ? total.map(String.init) : nil
        return FetchResponse(status: status, url: "http://a/1.ts", headers: headers, wasRangeAsked: true)
    }

    private func timing(_ finished: Int64 = 3000) -> FetchTiming {
        FetchTiming(
            requested: HostTime(nanoseconds: 1000), firstByte: HostTime(nanoseconds: 2000),
            finished: HostTime(nanoseconds: finished), bytes: 7, reusedConnection: true)
    }

    private func bytes(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

    /// Three stripes of a resource of 100,000 bytes, all answered.
    private func answered() -> Stripes {
        var stripes = Stripes(range: nil, connections: 3)
        _ = stripes.begin()
        for id in 1...3 { _ = stripes.handle(.answered(id, response(100_000))) }
        return stripes
    }

    @Test("The last brings all the rest; what comes too early waits; the answer is that to one request")
    func order() {
        var stripes = Stripes(range: nil, connections: 3)
        #expect(stripes.begin() == [fetch(1, 0, 13_312), fetch(2, 13_312, 13_312), fetch(3, 26_624, nil)])
        #expect(stripes.handle(.answered(2, response(30_000))) == [])
        #expect(stripes.handle(.came(2, bytes(2, 10_000))) == [])
        let told = stripes.handle(.answered(1, response(30_000)))
        guard case .tellResponse(let whole)? = told.first, told.count == 1 else {
            Issue.record("\(told)")
            return
        }
        #expect(whole.status == 200 && whole.totalBytes == 30_000 && whole.acceptsRanges == true)
        #expect(stripes.handle(.came(1, bytes(1, 13_312))) == [.tellData(bytes(1, 13_312))])
        #expect(stripes.handle(.ended(1, .success(timing()))) == [.tellData(bytes(2, 10_000))])
        #expect(stripes.handle(.came(2, bytes(3, 3_312))) == [.tellData(bytes(3, 3_312))])
        _ = stripes.handle(.answered(3, response(30_000)))
        _ = stripes.handle(.came(3, bytes(4, 3_376)))
        _ = stripes.handle(.ended(3, .success(timing(5000))))
        var all = timing(4000)
        all.bytes = 30_000
        #expect(
            stripes.handle(.ended(2, .success(timing(4000)))).last == .tellEnd(.success(FetchTiming(all, end: 5000))))
        #expect(stripes.handle(.came(3, [1])) == [])
    }

    @Test("Of a part of a resource it asks for no more")
    func part() {
        var stripes = Stripes(range: range(500, 20_000), connections: 3)
        #expect(stripes.begin() == [fetch(1, 500, 13_312), fetch(2, 13_812, 6_688)])
        var small = Stripes(range: range(500, 13_312), connections: 3)
        #expect(small.begin() == [fetch(1, 500, 13_312)])
    }

    @Test(
        "What lies behind the end of a small one is no failure, whether its length is told or not",
        arguments: [true, false])
    func small(isTold: Bool) {
        var stripes = Stripes(range: nil, connections: 3)
        _ = stripes.begin()
        let behind = FetchError.status(416, url: "", retryAfter: nil)
        #expect(stripes.handle(.ended(3, .failure(behind))) == [])
        #expect(stripes.handle(.ended(2, .failure(behind))) == [])
        _ = stripes.handle(.answered(1, response(isTold ? 13_312 : nil)))
        _ = stripes.handle(.came(1, bytes(1, 13_312)))
        var actions = stripes.handle(.ended(1, .success(timing())))
        if !isTold {
            #expect(actions == [fetch(4, 13_312, nil)])
            actions = stripes.handle(.ended(4, .failure(behind)))
        }
        #expect(actions == [.tellEnd(.success(FetchTiming(timing(), bytes: 13_312)))])
    }

    @Test("What comes before one that fails is awaited, then one request brings the rest; where that fails it is told")
    func failed() {
        var stripes = answered()
        _ = stripes.handle(.came(2, bytes(2, 5)))
        #expect(stripes.handle(.ended(2, .failure(.cancelled))) == [.giveUp, .cancel(3)])
        #expect(stripes.handle(.came(1, bytes(1, 13_312))) == [.tellData(bytes(1, 13_312))])
        #expect(stripes.handle(.ended(1, .success(timing()))) == [fetch(4, 13_312, nil)])
        let error = FetchError.timeout(url: "", after: .seconds(8))
        #expect(stripes.handle(.ended(4, .failure(error))) == [.tellEnd(.failure(error))])
    }

    @Test("The first one's failure is the body's")
    func firstFailed() {
        var stripes = Stripes(range: nil, connections: 3)
        _ = stripes.begin()
        let error = FetchError.status(404, url: "", retryAfter: nil)
        #expect(
            stripes.handle(.ended(1, .failure(error))) == [.cancel(2), .cancel(3), .tellEnd(.failure(error))])
    }

    @Test("Two versions of a resource are not mixed", arguments: [true, false])
    func versions(byTag: Bool) {
        var stripes = Stripes(range: nil, connections: 2)
        _ = stripes.begin()
        _ = stripes.handle(.answered(1, response(100_000)))
        _ = stripes.handle(.answered(2, byTag ? response(100_000, tag: "b") : response(100_001)))
        _ = stripes.handle(.came(2, bytes(9, 100)))
        _ = stripes.handle(.came(1, bytes(1, 13_312)))
        #expect(
            stripes.handle(.ended(1, .success(timing()))) == [.giveUp, .cancel(2), fetch(3, 13_312, nil)])
        let actions = stripes.handle(.answered(3, response(100_002)))
        guard case .tellEnd(.failure(.other))? = actions.last, actions.first == .cancel(3) else {
            Issue.record("it goes on for ever: \(actions)")
            return
        }
    }

    @Test("A server that sends all of it each time is asked once more only")
    func whole() {
        var stripes = Stripes(range: nil, connections: 3)
        _ = stripes.begin()
        let actions = stripes.handle(.answered(1, response(100_000, status: 200)))
        #expect(actions.dropFirst() == [.giveUp, .cancel(2), .cancel(3)])
        _ = stripes.handle(.came(1, bytes(1, 13_312)))
        #expect(stripes.handle(.ended(1, .success(timing()))) == [fetch(4, 13_312, nil)])
    }

    @Test("While the first is silent no more than a few megabytes are held")
    func held() {
        var stripes = answered()
        let most = Int(Stripes.mostWaiting)
        #expect(stripes.handle(.came(3, bytes(3, most))) == [])
        #expect(stripes.handle(.came(3, [3])) == [.giveUp, .cancel(3)])
        _ = stripes.handle(.came(1, bytes(1, 13_312)))
        _ = stripes.handle(.ended(1, .success(timing())))
        _ = stripes.handle(.came(2, bytes(2, 13_312)))
        #expect(stripes.handle(.ended(2, .success(timing()))) == [fetch(4, 26_624, nil)])
    }

    @Test("An answer with less than was asked for is gone on from; one that ends before the body is an error")
    func less() {
        var stripes = answered()
        _ = stripes.handle(.came(1, bytes(1, 10_000)))
        #expect(
            stripes.handle(.ended(1, .success(timing()))) == [.cancel(2), .cancel(3), .giveUp, fetch(4, 10_000, nil)])
        _ = stripes.handle(.answered(4, response(100_000)))
        _ = stripes.handle(.came(4, bytes(1, 10_000)))
        guard case .tellEnd(.failure(.truncated(_, 20_000, _)))? = stripes.handle(.ended(4, .success(timing()))).last
        else {
            Issue.record("it ended otherwise")
            return
        }
    }

    @Test(
        "Whatever comes when, and whatever fails, each byte is told once and in its place, and one end",
        arguments: 0..<300)
    func always(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let total = Int.random(in: 1...120_000, using: &random)
        let resource = (0..<total).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let isTold = Bool.random(using: &random)
        let givesRanges = Int.random(in: 0..<8, using: &random) > 0
        var trouble = Int.random(in: 0..<3, using: &random)
        let connections = Int.random(in: 2...3, using: &random)
        var stripes = Stripes(range: nil, connections: connections)
        var open: [Int: (start: Int, next: Int, end: Int, isAnswered: Bool)] = [:]
        var told: [UInt8] = []
        var ends: [Result<FetchTiming, FetchError>] = []
        // The beginnings of requests that failed; 0 for those that were sent later.
        var failures: [Int] = []
        func carryOut(_ actions: [Action]) {
            for action in actions {
                switch action {
                case .fetch(let id, let range):
                    let offset = Int(range.offset)
                    open[id] = (offset, offset, min(total, range.length.map { offset + Int($0) } ?? total), false)
                case .cancel(let id): open[id] = nil
                case .tellData(let bytes): told += bytes
                case .tellEnd(let result): ends.append(result)
                case .tellResponse, .giveUp: break
                }
            }
        }
        carryOut(stripes.begin())
        while let id = open.keys.sorted().randomElement(using: &random), var request = open[id] {
            if trouble > 0, Int.random(in: 0..<12, using: &random) == 0 {
                trouble -= 1
                failures.append(id > connections ? 0 : request.start)
                open[id] = nil
                carryOut(stripes.handle(.ended(id, .failure(.timeout(url: "", after: .seconds(8))))))
            } else if !request.isAnswered, request.next >= total, givesRanges {
                open[id] = nil
                carryOut(stripes.handle(.ended(id, .failure(.status(416, url: "", retryAfter: nil)))))
            } else if !request.isAnswered {
                request.isAnswered = true
                open[id] = request
                let status = givesRanges ? 206 : 200
                carryOut(stripes.handle(.answered(id, response(isTold ? total : nil, status: status))))
            } else if request.next < request.end {
                let count = Int.random(in: 1...min(20_000, request.end - request.next), using: &random)
                let piece = Array(resource[request.next..<request.next + count])
                request.next += count
                open[id] = request
                carryOut(stripes.handle(.came(id, piece)))
            } else {
                open[id] = nil
                carryOut(stripes.handle(.ended(id, .success(timing()))))
            }
        }
        #expect(ends.count == 1)
        switch ends.first {
        case .success(let timing): #expect(told == resource && timing.bytes == total)
        default:
            // One failure is made up for, unless it is that of the first part, or of the request that is the last resort.
            #expect(failures.count > 1 || failures == [0])
            #expect(told.elementsEqual(resource.prefix(told.count)))
        }
    }
}

extension FetchTiming {
    /// The same with another end.
    fileprivate init(_ timing: FetchTiming, end: Int64) {
        self = timing
        finished = HostTime(nanoseconds: end)
    }

    /// The same of so many bytes.
    fileprivate init(_ timing: FetchTiming, bytes: Int) {
        self = timing
        self.bytes = bytes
    }
}
