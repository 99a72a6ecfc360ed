import FlipMeasures
import Foundation
import Testing

struct FlipBoundTests {
    private let bound = FlipBound(roundTrip: 0.030, rate: 20e6, keyFrameBytes: 120_000, decoding: 0.011)

    @Test("docs/flip-latency.md's example is what the code says")
    func page() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/flip-latency.md")
            .standardized
        let page = try String(contentsOf: path, encoding: .utf8)
        let example = try #require(
            page.components(separatedBy: "## An example\n").last?.components(separatedBy: "\n## ").first)
        func milliseconds(_ seconds: Double) -> String { String(format: "%.1f", seconds * 1000) }
        func pair(_ start: FlipBound.Start, _ isLadder: Bool) -> String {
            milliseconds(bound.firstPicture(from: start, isLadder: isLadder)) + ", "
                + milliseconds(bound.motion(from: start, isLadder: isLadder))
        }
        for start in FlipBound.Start.allCases {
            let row = "| \(start.rawValue) | \(pair(start, false)) | \(pair(start, true)) |"
            #expect(example.contains(row + "\n"), "\(row)")
        }
        #expect(example.components(separatedBy: "\n| ").count == FlipBound.Start.allCases.count + 2)
    }

    @Test("A picture that is there waits for the vblank alone, whatever the network")
    func warm() {
        let slow = FlipBound(roundTrip: 3, rate: 1000, keyFrameBytes: 1_000_000, decoding: 5)
        #expect(slow.firstPicture(from: .picture, isLadder: true) == 1.0 / 120)
        #expect(slow.motion(from: .picture, isLadder: false) == 1.0 / 120 + 1.0 / 60)
    }

    @Test("A line without end costs round trips only")
    func unshaped() {
        let bound = FlipBound(roundTrip: 0.1, rate: nil, keyFrameBytes: 120_000, decoding: 0)
        #expect(abs(bound.firstPicture(from: .connection, isLadder: true) - (0.3 + 1.0 / 120)) < 1e-9)
        #expect(abs(bound.firstPicture(from: .playlist, isLadder: true) - (0.1 + 1.0 / 120)) < 1e-9)
    }

    @Test("What is known more can only be faster")
    func order() {
        for isLadder in [false, true] {
            let times = FlipBound.Start.allCases.map { bound.firstPicture(from: $0, isLadder: isLadder) }
            #expect(times == times.sorted())
        }
    }
}
