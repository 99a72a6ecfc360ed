import FlipMeasures
import Testing

struct SurfingTests {
    private func targets(_ pattern: FlipManner.Pattern, seed: UInt64 = 3) -> [[Int]] {
        var script = FlipScript(FlipManner(pattern: pattern, least: 0.6, most: 0.9), channels: 6, seed: seed)
        var place = 0
        return (0..<60).map { _ in
            let step = script.next(from: place)
            #expect((0.6...0.9).contains(step.dwell))
            return step.presses.map { press in
                place = press.target(from: place, of: 6)
                return place
            }
        }
    }

    @Test("Each pattern goes where it says")
    func patterns() {
        #expect(targets(.inTurn).prefix(7) == [[1], [2], [3], [4], [5], [0], [1]])
        #expect(targets(.backAndForth).prefix(4) == [[5], [0], [5], [0]])
        #expect(targets(.burst).prefix(2) == [[1, 2, 3, 4], [5, 0, 1, 2]])
    }

    @Test("A random channel is another one, every one comes, and the same seed gives the same ones")
    func random() {
        let one = targets(.random)
        #expect(one == targets(.random) && one != targets(.random, seed: 4))
        #expect(zip([[0]] + one, one).allSatisfy { $0 != $1 })
        #expect(Set(one) == Set((0..<6).map { [$0] }))
    }

    @Test("A dwell is read as a mean or as a range, and nonsense is refused")
    func seconds() {
        #expect(FlipManner.seconds("2-3") == 2...3)
        let mean = FlipManner.seconds("0.7")
        #expect(abs((mean?.lowerBound ?? 0) - 0.6) < 1e-9 && abs((mean?.upperBound ?? 0) - 0.9) < 1e-9)
        for text in ["", "x", "3-2", "-1", "1-2-3", "1-", "nan", "inf"] {
            #expect(FlipManner.seconds(text) == nil, "\(text)")
        }
    }

    private func result(_ player: String, own: Bool, _ first: [Double], late: [Int] = []) -> SurfingResult {
        var result = SurfingResult(
            cell: FlipCell(roundTrip: 30, rate: 20_000),
            manner: FlipManner(pattern: .random, least: 0.6, most: 0.9), player: player, isOwn: own,
            line: "modelled line",
            boundFirst: 50)
        result.first = first
        result.third = first.map { $0 + 80 }
        result.late = late
        return result
    }

    @Test("Rows are held against their bound and the best peer of each measure")
    func table() {
        let lines = SurfingTable([
            result("Hearth warm", own: true, [100, 300, 200], late: [0, 70_000, 1000]),
            result("quick", own: false, [400, 400]), result("slow", own: false, [800]),
        ]).text().split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(lines[0].contains("30 ms, 20 Mbit/s, ts, 2 s, single; random, 0.6–0.9 s; modelled line"))
        #expect(
            lines[2]
                == "| Hearth warm | 200 / 300 / 300 | 280 / 380 / 380 | 4.00 | 0.50, 0.58 | 70 / 70 | 0 of 3 |")
        #expect(lines[3] == "| quick | 400 / 400 / 400 | 480 / 480 / 480 | 8.00 | 1.00, 1.00 | – / – | 0 of 2 |")
    }

    @Test("The law: no later than without warming, and little still comes for others")
    func law() {
        let cold = result("Hearth cold", own: true, [100, 200])
        func isMet(_ warm: [Double], late: Int) -> [Bool] {
            SurfingTable([result("Hearth warm", own: true, warm, late: [late]), cold]).verdicts().map(\.isMet)
        }
        #expect(isMet([10, 200], late: 64_000) == [true, true, true, true, true])
        #expect(isMet([10, 230], late: 64_001) == [false, true, false, true, false])
        #expect(isMet([10, 250], late: 0) == [false, false, false, true, true])
        #expect(SurfingTable([cold]).verdicts().isEmpty)
    }

    @Test("Late is what came for others, asked for before the key, after a round trip and before the flip's end")
    func late() {
        func bytes(_ at: Int64, asked: Int64 = 0, channel: Int = 2) -> Int {
            TrafficPiece.late(
                [TrafficPiece(at: at, asked: asked, channel: channel, bytes: 5)], channel: 1, key: 100, roundTrip: 30,
                end: 200)
        }
        #expect([131, 200].map { bytes($0) } == [5, 5])
        #expect([99, 130, 201].map { bytes($0) } == [0, 0, 0])
        #expect(bytes(150, channel: 1) == 0)
        #expect(bytes(150, asked: 115) == 5 && bytes(150, asked: 116) == 0)
    }
}
