import Base
import Foundation
import Glibc
import Testing

@testable import XMLTV

@Suite("Guides from files")
struct XMLTVImporterTests {
    private static let guide = """
        <tv><channel id="a"/><programme channel="a" start="20261123180000 Z"><title>x</title></programme></tv>
        """

    /// Runs with a file that has these bytes.
    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "hearth-guide-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }

    @Test("A file longer than the window is read whole")
    func file() throws {
        let comment = "<!--" + String(repeating: " ", count: 300_000) + "-->\n"
        let report = try withFile(Array((comment + Self.guide).utf8)) { path in
            try XMLTVImporter(handlers: .init()).read(path: path)
        }
        #expect(report.format == .plain && report.guide.programmes == 1 && report.guide.channels == 1)
        #expect(report.packedBytes == Int64(comment.utf8.count + Self.guide.utf8.count))
        #expect(report.guide.bytes == report.packedBytes && report.guide.isWhole)
    }

    @Test("What can't be read is an error: no file, a folder, what a handler throws")
    func errors() throws {
        #expect(throws: SystemCallError.self) { try XMLTVImporter(handlers: .init()).read(path: "/nonexistent/guide") }
        let folder = #expect(throws: SystemCallError.self) { try XMLTVImporter(handlers: .init()).read(path: "/") }
        #expect(folder?.errno == EISDIR)
        struct Full: Error {}
        #expect(throws: Full.self) {
            try withFile(Array(Self.guide.utf8)) { path in
                try XMLTVImporter(handlers: .init(programme: { _ in throw Full() })).read(path: path)
            }
        }
        #expect(throws: Full.self) {
            try XMLTVImporter(handlers: .init(channel: { _ in throw Full() })).feed(Array(Self.guide.utf8))
        }
    }
}
