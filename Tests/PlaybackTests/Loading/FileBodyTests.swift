import Devices
import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("A file that is read from any place")
struct FileBodyTests {
    private static let length = 100 << 20
    private static let piece = 64 << 10

    private func body() -> FileBody {
        FileBody(length: Self.length, isUnderWay: true, url: "http://test/film.mp4?key=1")
    }

    private func response(ranges: Bool) -> FetchResponse {
        FetchResponse(status: ranges ? 206 : 200, url: "", headers: [:], wasRangeAsked: true)
    }

    @Test("Read on, it is one request, which rests while 4 MiB lie ahead and goes on at half of that")
    func forwards() {
        var body = body()
        #expect(body.handle(.reads(0)) == [])
        var rested = 0
        for piece in 0... {
            let actions = body.handle(.came(Self.piece))
            if actions == [.pace(.rests)] {
                rested = (piece + 1) * Self.piece
                break
            }
            #expect(actions == [])
        }
        #expect(rested == FileBody.most)
        #expect(body.handle(.reads(FileBody.most / 2 - 1)) == [])
        #expect(body.handle(.reads(FileBody.most / 2)) == [.pace(.goes)])
    }

    @Test("Elsewhere another request begins; a little further on, and a little back, none")
    func elsewhere() {
        var body = body()
        _ = body.handle(.came(3 << 20))
        #expect(body.handle(.reads(5 << 19)) == [])
        #expect(body.handle(.reads(2 << 20)) == [])
        #expect(body.handle(.reads((3 << 20) + FileBody.leap)) == [], "it is on its way")
        #expect(body.handle(.reads(50 << 20)) == [.stop, .fetch(from: 50 << 20)])
        #expect(body.window == 50 << 20..<50 << 20)
        #expect(body.handle(.reads(50 << 20)) == [], "it was asked for")
        _ = body.handle(.came(1 << 20))
        #expect(body.handle(.reads(0)) == [.stop, .fetch(from: 0)])
    }

    @Test("What breaks off goes on, when it is tried again, at the byte where it broke off")
    func broken() {
        var body = body()
        _ = body.handle(.came(3 << 20))
        let error = FetchError.timeout(url: "", after: .seconds(8))
        #expect(body.handle(.ended(error)) == [.fail(error)])
        #expect(body.handle(.reads(3 << 20)) == [], "not before it is asked to")
        #expect(body.handle(.again) == [.fetch(from: 3 << 20)])
        _ = body.handle(.came(1 << 20))
        guard case .fail(.truncated(let url, _, _))? = body.handle(.ended(nil)).first else {
            Issue.record("it ended early")
            return
        }
        #expect(!url.contains("key"))
    }

    @Test("A server that gives no parts: what lies near is reached by reading on, what is far is refused")
    func parts() {
        var body = body()
        #expect(body.handle(.reads(FileBody.mostSkipped - 1)) == [.stop, .fetch(from: FileBody.mostSkipped - 1)])
        #expect(body.handle(.answered(response(ranges: false), isSame: true)) == [])
        #expect(body.handle(.reads(90 << 20)) == [.stop, .fetch(from: 90 << 20)])
        guard case .refuse? = body.handle(.answered(response(ranges: false), isSame: true)).last else {
            Issue.record("it would send 90 MB first")
            return
        }
    }

    @Test("Another file under the same address is refused")
    func other() {
        var body = body()
        guard case .refuse? = body.handle(.answered(response(ranges: true), isSame: false)).last else {
            Issue.record("it is not the same")
            return
        }
        #expect(body.handle(.reads(5)) == [])
    }

    @Test(
        "Whatever its reader, its line and its server do: every byte comes, asked for once where it is near, and no more lies ahead than is allowed",
        arguments: 0..<60)
    func walk(seed: Int) {
        var random = SplitMix(seed: seed)
        var body = body()
        var place = 0
        // Where the server is; nil: nobody asked, or it broke off.
        var sent: Int? = 0
        var pace = FileBody.Pace.goes
        var hasFailed = false
        func carryOut(_ actions: [FileBody.Action]) {
            for action in actions {
                switch action {
                case .fetch(let offset):
                    #expect(sent == nil, "one request at a time")
                    #expect(offset == body.window.upperBound && !hasFailed)
                    (sent, pace) = (offset, .goes)
                case .stop: sent = nil
                case .pace(let new):
                    #expect(sent != nil && new != pace)
                    pace = new
                case .fail: (sent, hasFailed) = (nil, true)
                case .refuse: Issue.record("there was no reason to")
                }
            }
        }
        for _ in 0..<400 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: place = Int.random(in: 0..<Self.length, using: &random)
            case 1: place = max(0, min(Self.length - 1, place + Int.random(in: -(3 << 20)..<3 << 20, using: &random)))
            case 2: carryOut(body.handle(.pause(.random(using: &random))))
            case 3 where sent != nil: carryOut(body.handle(.ended(.timeout(url: "", after: .seconds(8)))))
            case 4 where hasFailed:
                hasFailed = false
                carryOut(body.handle(.again))
            default:
                carryOut(body.handle(.reads(place)))
                if body.window.contains(place) {
                    place = min(Self.length - 1, place + Int.random(in: 1...Self.piece, using: &random))
                } else if pace == .goes, let begin = sent {
                    let count = min(Self.piece, Self.length - begin)
                    sent = begin + count
                    carryOut(body.handle(.came(count)))
                    if sent == Self.length {
                        sent = nil
                        carryOut(body.handle(.ended(nil)))
                    }
                }
            }
            #expect(body.window.count <= FileBody.most + FileBody.behind + FileBody.leap + Self.piece)
        }
        // What is wanted comes in the end.
        carryOut(body.handle(.pause(false)))
        if hasFailed {
            hasFailed = false
            carryOut(body.handle(.again))
        }
        carryOut(body.handle(.reads(place)))
        for _ in 0..<100 where !body.window.contains(place) {
            guard let begin = sent, pace == .goes else { break }
            sent = begin + Self.piece
            carryOut(body.handle(.came(min(Self.piece, Self.length - begin))))
        }
        #expect(body.window.contains(place), "seed \(seed)")
    }
}
