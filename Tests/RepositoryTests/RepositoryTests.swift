import Foundation
import Testing

/// Checks of the repository: the map is true, files stay short.
struct RepositoryTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The names after `before` up to the quote, as in `module("Base"`.
    private static func names(in text: String, after before: [String], to end: String = "\"") -> Set<String> {
        Set(
            before.flatMap {
                text.components(separatedBy: $0).dropFirst().compactMap { $0.components(separatedBy: end).first }
            })
    }

    @Test("ARCHITECTURE.md names every target, and none that is not there")
    func targets() throws {
        // Calls whose arguments begin on the next line are joined with them.
        let manifest = try Self.text("Package.swift").replacing(/\(\s+/, with: "(")
        let modules = Self.names(
            in: manifest, after: [" module(\"", " program(\"", " .target(name: \"", ".executableTarget(name: \""])
        let libraries = Self.names(in: manifest, after: [" library(\""])
        #expect(modules.count > 20 && libraries.count > 10)
        let page = try Self.text("ARCHITECTURE.md")
        let map = try #require(
            page.components(separatedBy: "## Code map\n").last?.components(separatedBy: "\n## ").first)
        let rows = Self.names(in: map, after: ["\n| `"], to: "`")
        #expect(rows == modules, "rows of the code map against targets")
        for library in libraries { #expect(map.contains("`\(library)`"), "\(library)") }
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 250)
    }

    /// What a program says, run in the checkout, and its exit code.
    private static func run(_ program: URL, _ arguments: [String] = []) throws -> (code: Int32, told: String) {
        let run = Process()
        let output = Pipe()
        run.executableURL = program
        run.arguments = arguments
        run.currentDirectoryURL = root
        run.standardOutput = output
        run.standardError = output
        try run.run()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        run.waitUntilExit()
        return (run.terminationStatus, told)
    }

    @Test("Every rule of the HLS conformance page has a state, and every test that it names exists")
    func conformance() throws {
        let (code, told) = try Self.run(Self.root.appending(path: "scripts/conformance"))
        #expect(code == 0, "\(told)")
        #expect(told.contains(" rules: "))
    }

    @Test("The faults that scripts/broken builds into a daemon still fit the code")
    func broken() throws {
        let patch = ["-p1", "--dry-run", "--force", "--input", "scripts/broken.patch"]
        let (code, told) = try Self.run(URL(filePath: "/usr/bin/patch"), patch)
        #expect(code == 0, "\(told)")
        for kind in ["picture-frozen", "sound-muted", "wrong-channel", "frame-black", "sound-late", "key-lost"] {
            #expect(try Self.text("scripts/broken.patch").contains("\"\(kind)\""), "\(kind)")
        }
    }

    @Test("No Swift file is longer than 500 lines")
    func lengths() throws {
        var count = 0
        for folder in ["Sources", "Tests", "Benchmarks"] {
            let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
            while let path = files?.nextObject() as? String {
                guard path.hasSuffix(".swift") else { continue }
                count += 1
                let lines = try Self.text("\(folder)/\(path)").utf8.count { $0 == UInt8(ascii: "\n") }
                #expect(lines <= 500, "\(folder)/\(path)")
            }
        }
        #expect(count > 200)
    }

    @Test("The README's first screen has the two commands, and its scripts are there")
    func commands() throws {
        let readme = try Self.text("README.md")
        let first = readme.split(separator: "\n", omittingEmptySubsequences: false).prefix(24).joined(separator: "\n")
        #expect(first.contains("    scripts/run ") && first.contains("    scripts/test "))
        for match in readme.matches(of: /scripts\/[a-z\/-]*[a-z]/) {
            let path = Self.root.appending(path: String(match.output)).path
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(match.output)")
        }
    }
}
