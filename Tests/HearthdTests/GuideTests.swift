import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("The guide of a daemon")
    struct GuideTests {
        /// A guide is read while nobody else wants the processor (`SCHED_IDLE`), which beside other tests may take
        /// minutes to come.
        private static let idle = Duration.seconds(540)

        @Test("The guide that the list names is fetched, unpacked, read by a process of its own, told and searched")
        func listed() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(lineup: origin.url("/lineup.m3u"))
            let status = try await box.reaches("knows what is on", within: Self.idle) { $0.programme != nil }
            let title = try #require(status.programme?.title)
            let told = try Wire.decode(GuideInfo.self, from: try await box.control("guide", "status", "--json").output)
            #expect(told.guides.map(\.source) == [origin.url("/guide.xml.gz")] && told.matched == 3)
            #expect(told.guides.allSatisfy { $0.programmes > 100 && $0.channels == 3 && $0.trouble == nil })
            let word = try #require(title.split(separator: " ").first.map(String.init))
            let found = try Wire.decode(
                ProgrammeList.self, from: try await box.control("guide", "search", word, "--json").output)
            #expect(found.programmes.contains { $0.programme.title == title })
            #expect(try await box.control("guide", "refresh").status == 0)
            // The job that the process was told by is gone.
            let left = try FileManager.default.contentsOfDirectory(
                atPath: box.directory.file("state").path + "/guide")
            #expect(left.allSatisfy { !$0.hasSuffix(".job") && !$0.contains(".new-") })
        }

        @Test("A guide that is none is told with its place, and costs nothing but itself")
        func broken() async throws {
            let directory = try TestDirectory()
            let bad = directory.file("bad.xml")
            try Data("<html>\n<body>not found</body></html>".utf8).write(to: bad)
            let origin = try await TestOrigin()
            let box = try await TestBox(
                lineup: origin.url("/lineup.m3u"), configuration: "[guide]\nsources = [\"\(bad.path)\"]\n",
                directory: directory)
            try await box.reaches("knows what is on", within: Self.idle) { $0.programme != nil }
            let told = try await eventually(within: Self.idle) { () -> GuideInfo? in
                let told = try Wire.decode(
                    GuideInfo.self, from: try await box.control("guide", "status", "--json").output)
                return told.guides.first?.trouble == nil ? nil : told
            }
            #expect(told?.guides.first?.trouble?.contains("it begins with <html>") == true)
            #expect(told?.guides.count == 2 && told?.guides.last?.channels == 3)
        }
    }
}
