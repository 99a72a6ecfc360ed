/// A simulated channel: a ladder like a television channel's, with scenes that take more and fewer bits
/// than the average.
package struct SimulatedChannel: Sendable {
    package let name: String
    /// The length of a segment, in seconds.
    package let segment: Int
    package let isLive: Bool
    /// The average bits a second of each variant, from the lowest.
    let ladder: [Double]
    /// The ratio of a variant's peak rate to its average.
    private static let peak = 1.3
    /// The number of segments in a live window.
    private static let window = 20
    /// The number of segments in a presentation with an end.
    static let length = 200
    private let scenes: [Double]

    package init(_ name: String, segment: Int, isLive: Bool, ladder: [Double]) {
        self.name = name
        self.segment = segment
        self.isLive = isLive
        self.ladder = ladder.map { $0 * 1e6 }
        var random = SeededRandom(77)
        var scene = 1.0
        scenes = (0..<500).map { _ in
            scene = min(Self.peak, max(0.6, scene + random.normal() * 0.15 + (1 - scene) * 0.3))
            return scene
        }
    }

    package static let all: [SimulatedChannel] = [2, 6].flatMap { segment in
        [true, false].map { isLive in
            SimulatedChannel(
                "\(isLive ? "live" : "VOD") \(segment) s", segment: segment, isLive: isLive,
                ladder: [0.5, 1, 1.8, 3, 5, 8])
        }
    }

    func bits(of number: Int, in variant: Int) -> Double {
        ladder[variant] * Double(segment) * scenes[number % scenes.count]
    }

    /// The segments that are complete at `time` seconds.
    func available(at time: Double) -> Range<Int> {
        guard isLive else { return 0..<Self.length }
        let newest = Int(time / Double(segment))
        return max(0, newest - Self.window)..<newest
    }

    var multivariant: String {
        ladder.indices.reduce("#EXTM3U\n") {
            $0
                + "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(ladder[$1] * Self.peak)),AVERAGE-BANDWIDTH=\(Int(ladder[$1]))\n\($1)/l.m3u8\n"
        }
    }

    func playlist(at time: Double) -> String {
        let numbers = available(at: time)
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(segment)\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
        if !isLive { text += "#EXT-X-PLAYLIST-TYPE:VOD\n" }
        for number in numbers { text += "#EXTINF:\(segment),\n\(number).ts\n" }
        return isLive ? text : text + "#EXT-X-ENDLIST\n"
    }
}
