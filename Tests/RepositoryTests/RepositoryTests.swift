import Foundation
import TestSupport
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
            in: manifest,
            after: [" module(\"", " optimised(\"", " program(\"", " .target(name: \"", ".executableTarget(name: \""])
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
    private static func run(_ program: String, _ arguments: [String] = []) throws -> (code: Int32, told: String) {
        let run = try ProgramRun(program, arguments, in: root)
        return (run.status, run.text + run.errors)
    }

    /// What the compiler is told not to check, or stops the program.
    private static let unsafe = ["@unchecked", "nonisolated(unsafe)", "fatalError(", "preconditionFailure(", "try!"]

    @Test("What the compiler does not check, and what stops the program, says beside it why it may")
    func unsafePlaces() throws {
        var places = 0
        for path in Self.swiftFiles(in: ["Sources"]) {
            let lines = try Self.text(path).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.drop { $0 == " " } }
            for (number, line) in lines.enumerated() where !line.hasPrefix("//") {
                guard let word = Self.unsafe.first(where: line.contains) else { continue }
                places += 1
                let around = lines[max(0, number - 2)...min(number + 1, lines.count - 1)].filter { $0.hasPrefix("//") }
                // A type has a comment in any case: it is to speak of this.
                let isTold = around.contains { word != "@unchecked" || $0.contains("nchecked") }
                #expect(isTold, "\(path):\(number + 1): why?")
            }
        }
        #expect(places > 15)
    }

    @Test("Every rule of the HLS conformance page has a state, and every test that it names exists")
    func conformance() throws {
        let (code, told) = try Self.run(Self.root.appending(path: "scripts/conformance").path)
        #expect(code == 0, "\(told)")
        #expect(told.contains(" rules: "))
    }

    @Test("The faults that scripts/broken builds into a daemon still fit the code")
    func broken() throws {
        let patch = ["-p1", "--dry-run", "--force", "--input", "scripts/broken.patch"]
        let (code, told) = try Self.run("/usr/bin/patch", patch)
        #expect(code == 0, "\(told)")
        for kind in ["picture-frozen", "sound-muted", "wrong-channel", "frame-black", "sound-late", "key-lost"] {
            #expect(try Self.text("scripts/broken.patch").contains("\"\(kind)\""), "\(kind)")
        }
    }

    /// All Swift files below the folders, by their paths.
    private static func swiftFiles(in folders: [String]) -> [String] {
        folders.flatMap { folder in
            let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.map {
                "\(folder)/\($0)"
            }
        }
    }

    /// The lines in which a pattern is found, by file, comments left out.
    private static func lines(
        with pattern: some RegexComponent, in folders: [String], but excepted: Set<String> = []
    ) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for path in swiftFiles(in: folders) where !excepted.contains(path) {
            let lines = try text(path).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let hits = lines.filter { !$0.hasPrefix("//") && $0.firstMatch(of: pattern) != nil }
            if !hits.isEmpty { found[path] = hits }
        }
        return found
    }

    @Test("No Swift file is longer than 500 lines")
    func lengths() throws {
        let files = Self.swiftFiles(in: ["Sources", "Tests", "Benchmarks"])
        for path in files {
            #expect(try Self.text(path).utf8.count { $0 == UInt8(ascii: "\n") } <= 500, "\(path)")
        }
        #expect(files.count > 200)
    }

    @Test("Only Base makes threads, and sees Dispatch")
    func threads() throws {
        let makers = /\bDispatch[A-Z]|\bimport Dispatch\b|\bpthread_create\b|(^|[^A-Za-z])Thread[.(]/
        let found = try Self.lines(with: makers, in: ["Sources", "Tests", "Benchmarks"])
        #expect(
            Set(found.keys.filter { $0.hasPrefix("Sources/Base/") }) == [
                "Sources/Base/NamedThread.swift", "Sources/Base/StopSignals.swift",
            ])
        #expect(found.filter { !$0.key.hasPrefix("Sources/Base/") } == [:])
    }

    @Test("No task is let go of: whoever makes one keeps it, or waits for it")
    func tasks() throws {
        let dropped = /(^|[{;]|\bin|_ =)\s*Task(\.detached|\.immediate)?\s*(\([^)]*\)\s*)?\{/
        let examples: Set = ["Tests/RepositoryTests/RepositoryTests.swift"]
        #expect(try Self.lines(with: dropped, in: ["Sources", "Tests", "Benchmarks"], but: examples) == [:])
        for line in ["Task {", "onCancel: { Task { x() } }", "_ = Task.detached {", "f { x in Task(priority: .high) {"]
        {
            #expect(line.firstMatch(of: dropped) != nil, "\(line)")
        }
        for line in ["let run = Task {", "return Task {", "await Task { 1 }.value"] {
            #expect(line.firstMatch(of: dropped) == nil, "\(line)")
        }
    }

    @Test("No test sleeps, but for these, each for its reason")
    func sleeps() throws {
        let reasons = [
            // The daemon is another process: it is asked again and again.
            "Tests/HearthdTests/TestOrigin.swift", "Tests/HearthdTests/SeekTests.swift",
            // Real vblanks: nothing may happen for some of them, and the longest wait is bounded.
            "Tests/HeadlessTests/DisplayContract.swift", "Tests/HeadlessTests/ScriptedSource.swift",
            "Tests/HeadlessTests/KMSContractTests.swift",
            // A renderer that is late on purpose.
            "Tests/DevicesTests/ToneRenderer.swift",
            // The box tells nobody when what it does in the background is done; asked again, without a limit.
            "Tests/ApplianceTests/Box/BoxRig.swift", "Tests/ApplianceTests/Box/PlayingRig.swift",
            "Tests/ApplianceTests/Box/ModeTests.swift", "Tests/ApplianceTests/Box/TransitionTests.swift",
            // For ever: work that ends by cancellation only.
            "Tests/ApplianceTests/Box/BulletinTests.swift",
        ]
        let sleeps = /\bTask\.sleep|\busleep\(|\bnanosleep\(|\bThread\.sleep|(^|[^.A-Za-z])sleep\(\d/
        #expect(try Set(Self.lines(with: sleeps, in: ["Tests"]).keys) == Set(reasons))
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
