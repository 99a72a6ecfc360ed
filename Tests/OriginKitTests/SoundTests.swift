import Testing

@testable import OriginKit

@Suite("Sounds beside the pictures", .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
struct SoundTests {
    private let now = 1_000_000.0

    private func text(_ path: String, _ query: String) throws -> String {
        String(
            decoding: try #require(try OriginFixture.origin().bytes(path: path, query: query, now: now)), as: UTF8.self)
    }

    @Test("Four sounds are listed, each with its playlist; the first may be in the pictures")
    func listed() throws {
        let multi = try text("/ch/1/master.m3u8", "audio=multi")
        #expect(multi.split(separator: "\n").filter { $0.contains("TYPE=AUDIO") && $0.contains("URI=") }.count == 4)
        #expect(multi.contains("AUDIO=\"sound\"") && multi.contains("sound-de.m3u8?audio=multi"))
        let alternate = try text("/ch/1/master.m3u8", "audio=alternate")
        #expect(alternate.split(separator: "\n").filter { $0.contains("TYPE=AUDIO") && $0.contains("URI=") }.count == 3)
        #expect(!(try text("/ch/1/master.m3u8", "").contains("EXT-X-MEDIA")))
    }

    @Test(
        "A sound's segments hold nothing else, and differ; the pictures have none", arguments: MediaContainer.allCases)
    func segments(_ container: MediaContainer) throws {
        let origin = try OriginFixture.origin()
        let query = "audio=multi&container=\(container.rawValue)"
        func segment(_ rung: String) throws -> [UInt8] {
            let lines = try text("/ch/1/\(rung).m3u8", query).split(separator: "\n")
            let name = try #require(lines.first { !$0.hasPrefix("#") }?.split(separator: "?").first)
            let data = try #require(origin.bytes(path: "/ch/1/\(name)", query: query, now: now))
            guard container == .fmp4 else { return data }
            return try #require(origin.bytes(path: "/ch/1/\(rung)/2s/init.mp4", query: query, now: now)) + data
        }
        let sounds = try Sound.allCases.map { try segment($0.rawValue) }
        #expect(Set(sounds).count == 4)
        let picture = try segment("180")
        #expect(sounds.allSatisfy { $0.count < picture.count })
    }
}
