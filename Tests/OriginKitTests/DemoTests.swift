import Foundation
import MediaCore
import OriginPattern
import OriginScenes
import Testing

@testable import OriginKit

@Suite("The demo's television")
struct DemoTests {
    private let channels = OriginProfile.demo.channels(count: nil)

    @Test("Two groups, one locked channel, each channel another scene, in the order of numbers")
    func lineup() {
        #expect(channels.map(\.number) == Array(1...7))
        #expect(Set(channels.map(\.group)).count == 2)
        #expect(channels.filter { $0.rating != nil }.map(\.number) == [4])
        #expect(Set(channels.compactMap(\.scene)).count == 7)
        #expect(Set(channels.map(\.cacheKey)).count == 7)
        #expect(OriginProfile.demo.channels(count: 3).count == 3)
    }

    @Test("The guide has series, ratings and stills; what is restricted is on the locked channel alone")
    func guide() {
        let text = OriginGuide(channels: channels).text(base: "http://h", now: 1_795_000_000)
        #expect(text.contains("<episode-num system=\"xmltv_ns\">"))
        #expect(text.contains("<icon src=\"http://h/art/6.png\"/>"))
        for channel in channels {
            let slots = (20_000..<20_030 as Range<Int64>).flatMap { GuideSchedule(channel: channel).slots(day: $0) }
            let ages = slots.map { $0.show.rating ?? 0 }
            #expect(channel.rating == 18 ? ages.allSatisfy { $0 >= 16 } : ages.allSatisfy { $0 < 16 })
            #expect(slots.contains { $0.show.rating != nil } || channel.scene != .children)
        }
    }

    @Test("A film rated 18 begins when the query says so, on that channel alone")
    func evening() {
        func text(_ query: String) -> String {
            OriginGuide(channels: channels, evening: OriginGuide.evening(Origin.pairs(query)))
                .text(base: "http://h", now: 1_795_000_000)
        }
        let asked = text("rated=2&from=1795000001")
        #expect(asked.contains("start=\"20261118110641 +0000\" stop=\"20261118120641 +0000\" channel=\"hearth.2\""))
        #expect(asked.contains("<title lang=\"en\">Deep Water</title>"))
        #expect(asked.components(separatedBy: "channel=\"hearth.2\"").count == 4)
        for query in ["", "rated=2", "from=1", "rated=x&from=1", "rated=2&from=9223372036854775807", "rated=2&from=-1"]
        {
            #expect(!text(query).contains("Deep Water"), "\(query)")
        }
    }

    @Test(
        "The loop has no seam: from the last picture to the first is no further than between others",
        arguments: Scene.allCases)
    func seam(_ scene: Scene) {
        let frames = 800
        func frame(_ index: Int) -> [UInt8] {
            let canvas = SceneCanvas(width: 320, height: 180)
            scene.draw(on: canvas, share: Double(index) / Double(frames), seconds: 32)
            return canvas.bytes()
        }
        func distance(_ one: Int, _ two: Int) -> Int {
            zip(frame(one), frame(two)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        }
        let steps = [1, 133, 402, 571].map { distance($0, $0 + 1) }
        #expect(steps.contains { $0 > 0 })
        #expect(distance(frames - 1, 0) <= (steps.max() ?? 0) * 2)
    }

    @Test("Each picture carries its pattern, which can be read while it is dimmed", arguments: Scene.allCases)
    func pattern(_ scene: Scene) throws {
        let content = try #require(channels.first { $0.scene == scene })
        let size = content.rungs[0].size
        let painter = ScenePainter(content, scene)
        for frame in [0, 17, content.framesPerLoop - 1] {
            let bytes = painter.paint(frame: frame)
            #expect(bytes.count == size.width * size.height * 4)
            for dimmed in [1.0, 0.35] {
                let luma = (0..<size.width * size.height).map { pixel in
                    let sum =
                        114 * Int(bytes[pixel * 4]) + 587 * Int(bytes[pixel * 4 + 1]) + 299 * Int(bytes[pixel * 4 + 2])
                    return UInt8(Double(sum) / 1000 * dimmed)
                }
                let read = BitPattern.read(luma: luma, width: size.width, height: size.height)
                #expect(read?.channel == UInt8(content.number))
                #expect(read?.frame == UInt32(frame))
                #expect(read?.isFlash == content.isFlash(frame: frame))
            }
        }
    }

    @Test(
        "The sound is quiet, ends where it begins, and has the channel's pitch at each second",
        arguments: Scene.allCases)
    func sound(_ scene: Scene) throws {
        let content = try #require(channels.first { $0.scene == scene })
        let sound = SceneSound(scene: scene, hertz: content.beepHertz)
        func samples(_ second: Int) -> [Int] {
            let bytes = sound.second(second)
            return stride(from: 0, to: bytes.count, by: 4).map {
                Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
            }
        }
        let (first, last) = (samples(0), samples(31))
        #expect(first.count == SceneSound.sampleRate)
        #expect(abs(first[0]) < 20 && last.suffix(20).allSatisfy { abs($0) < 60 })
        for second in [0, 3, 9, 31] {
            let samples = samples(second)
            #expect(samples.allSatisfy { abs($0) < 16_000 })
            #expect(samples.contains { abs($0) > 200 })
        }
    }
}
