import Appliance
import Foundation
import Glibc
import Logging
import Overlays
import TestSupport
import Testing

@testable import hearthd

@Suite("Programs of the owner's", .timeLimit(.minutes(5)))
struct OwnerProgramTests {
    private let folder: String

    init() throws {
        folder = "/root/.hearth-owner-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func program(_ name: String, _ text: String, limit: Duration = .seconds(60), mode: String = "700") throws
        -> OwnerProgram
    {
        let path = "\(folder)/\(name)"
        try ProgramFile.write(text, to: path, mode: mode)
        return OwnerProgram(name: name, arguments: [path, "one two", "$(id)", ";"], limit: limit)
    }

    private func run(_ program: OwnerProgram, _ name: String? = nil) async throws -> String? {
        try await OwnerProgramRunner([program], logger: Logger(label: "test")).run(name ?? program.name)
    }

    @Test(
        "Its arguments come as they are, its environment is empty, its first line is told", .enabled(if: geteuid() == 0)
    )
    func runs() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        setenv("HEARTH_SECRET", "x", 1)
        let program = try program("say", "echo \"$#|$1|$2|$3|$HEARTH_SECRET|$(ls /proc/self/fd | wc -l)\"; echo more")
        let line = try #require(try await run(program))
        // Standard input, output and error, and the folder that ls reads.
        #expect(line == "3|one two|$(id)|;||4")
    }

    @Test("What goes wrong is told with its reason", .enabled(if: geteuid() == 0))
    func faults() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func fault(_ program: OwnerProgram, _ name: String? = nil) async -> OwnerProgramFault? {
            do {
                _ = try await run(program, name)
                return nil
            } catch { return error as? OwnerProgramFault }
        }
        #expect(await fault(try program("a", "exit 3")) == .status(3))
        #expect(await fault(try program("a", "kill -9 $$")) == .status(137))
        #expect(await fault(try program("a", "true"), "b") == .unknown)
        #expect(await fault(try program("w", "true", mode: "722")) == .unsafe(path: "\(folder)/w"))
        let slow = try program("slow", "sleep 1000 & sleep 1000", limit: .milliseconds(200))
        let found = await fault(slow)
        #expect(found == .tookTooLong(.milliseconds(200)), "\(String(describing: found))")
        // In a folder into which others may write, no file is safe.
        #expect(chmod(folder, 0o777) == 0)
        #expect(await fault(try program("a", "true")) == .unsafe(path: folder))
    }
}
