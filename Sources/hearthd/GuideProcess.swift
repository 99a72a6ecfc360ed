import Base
import CLinux
import Foundation
import Glibc
import GuideStore

/// Reads a guide in a process of its own, which gives way to everything else: whatever is in a guide, and however long
/// it is, costs no picture.
///
/// The process is this program with `--import-guide` and the path of a job, which it removes. It prints the report as
/// JSON and exits with 0, or why it failed and exits with 1.
enum GuideProcess {
    private struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    // MARK: The daemon's end

    /// Has a guide read; cancelled, the process is killed, and the guide that was there stays.
    @Sendable
    static func read(_ job: GuideJob) async throws -> GuideWriter.Report {
        let child = Child()
        let (status, said) = try await withTaskCancellationHandler {
            try await blocking(on: "hearth-guide") { try child.run(job) }
        } onCancel: {
            child.kill()
        }
        guard status == 0 else {
            let reason = String(decoding: said.prefix(500), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            throw Failure(description: reason.isEmpty ? "its reader died (\(status))" : reason)
        }
        return try JSONDecoder().decode(GuideWriter.Report.self, from: said)
    }

    private final class Child: Sendable {
        private let process = Locked<(pid: pid_t?, isCancelled: Bool)>((nil, false))

        func kill() {
            process.withLock { process in
                process.isCancelled = true
                if let pid = process.pid { _ = Glibc.kill(pid, SIGKILL) }
            }
        }

        /// Blocks until the process has ended.
        func run(_ job: GuideJob) throws -> (status: Int32, said: Data) {
            let path = "\(job.folder)/\(GuideFile.name(of: job.source)).job"
            unlink(path)
            try GuideFile.create(path)
            defer { unlink(path) }
            let file = try OwnedDescriptor(open: path, flags: O_WRONLY | O_NOFOLLOW)
            try FileHandle(fileDescriptor: file.raw, closeOnDealloc: false).write(
                contentsOf: try JSONEncoder().encode(job))
            var pipes: [Int32] = [-1, -1]
            guard pipe2(&pipes, O_CLOEXEC) == 0 else { throw SystemCallError(call: "pipe2", errno: errno) }
            let output = OwnedDescriptor(taking: pipes[0])
            do {
                // Closed on every path before the end is waited for.
                let input = OwnedDescriptor(taking: pipes[1])
                try start(["hearthd", "--import-guide", path], output: input.raw)
            }
            let said = try? FileHandle(fileDescriptor: output.raw, closeOnDealloc: false).readToEnd()
            return (end(), said ?? Data())
        }

        private func start(_ words: [String], output: Int32) throws {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            // It has no business with the devices.
            posix_spawn_file_actions_addclosefrom_np(&actions, 3)
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            try process.withLock { process in
                guard !process.isCancelled else { throw CancellationError() }
                var pid = pid_t()
                let result = posix_spawn(&pid, "/proc/self/exe", &actions, nil, &arguments, environ)
                guard result == 0 else { throw SystemCallError(call: "posix_spawn", errno: result) }
                process.pid = pid
            }
        }

        /// Waits for the end of what has closed its output; under the lock, so that nobody else's process is killed.
        private func end() -> Int32 {
            process.withLock { process in
                guard let pid = process.pid else { return -1 }
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                process.pid = nil
                return status
            }
        }
    }

    // MARK: The process's end

    /// Does the job in a file, and prints what came of it.
    /// - Returns: whether the guide is there
    static func child(_ path: String) -> Bool {
        hearth_be_last()
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            unlink(path)
            let job = try JSONDecoder().decode(GuideJob.self, from: bytes)
            let report = try GuideImporter.read(job)
            FileHandle.standardOutput.write(try JSONEncoder().encode(report))
            return true
        } catch {
            FileHandle.standardOutput.write(Data("\(error)".utf8))
            return false
        }
    }
}
