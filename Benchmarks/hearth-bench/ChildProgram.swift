import Base
import Foundation
import Glibc

/// A program that runs beside the benchmark, with its output in a file. It does not outlive the benchmark: see
/// `Children`.
final class ChildProgram {
    struct Usage: Codable {
        var cpuSeconds: Double
        var peakResidentMegabytes: Double
    }

    let processID: pid_t
    let outputPath: String
    private var usage: Usage?
    /// The write end of the program's standard input, where it has one; closed by `deinit`.
    private let input: Int32?

    /// - Parameters:
    ///   - arguments: the program's path, or its name on the path, and its arguments
    ///   - environment: variables added to this program's own
    ///   - takesInput: whether `write` goes to the program's standard input
    init(_ arguments: [String], output: String, environment: [String: String] = [:], takesInput: Bool = false) throws {
        outputPath = output
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var pipes: [Int32] = [-1, -1]
        if takesInput {
            guard pipe(&pipes) == 0 else { throw BenchError("pipe") }
            for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, pipes[0], 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        defer { if takesInput { close(pipes[0]) } }
        input = takesInput ? pipes[1] : nil
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A thread of the runtime may block signals, and this program ignores SIGPIPE: a child must do neither.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let kept = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var surroundings = kept.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for variable in surroundings { free(variable) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, arguments[0], &actions, &attributes, &words, &surroundings)
        guard result == 0 else {
            if let input { close(input) }
            throw BenchError("\(arguments[0]): \(String(cString: strerror(result)))")
        }
        processID = child
        Children.add(child)
    }

    /// Writes to the program's standard input.
    func write(_ text: String) throws {
        guard let input else { throw BenchError("\(processID) takes no input") }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchError("a program has gone: \(outputPath)") }
            rest = rest.dropFirst(count)
        }
    }

    var isRunning: Bool {
        guard usage == nil else { return false }
        var information = siginfo_t()
        // Only checks: the exit status is left to `wait`.
        return waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == 0
    }

    deinit {
        stop()
        if let input { close(input) }
    }

    var output: String {
        (try? TextFile.read(outputPath)) ?? ""
    }

    /// The user and system time of all the program's threads so far, in seconds; steps of 10 ms.
    var cpuSeconds: Double {
        guard let text = try? TextFile.read("/proc/\(processID)/stat"), let end = text.lastIndex(of: ")") else {
            return 0
        }
        let fields = text[end...].split(separator: " ")
        // Fields 14 and 15 of the line; ")" ends the second.
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    var residentMegabytes: Double { ProcessMemory.residentMegabytes(of: processID) ?? 0 }

    /// Waits for the program's end.
    @discardableResult
    func wait() -> Usage {
        if let usage { return usage }
        var resources = rusage()
        var status: Int32 = 0
        while wait4(processID, &status, 0, &resources) < 0, errno == EINTR {}
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let ended = Usage(
            cpuSeconds: seconds(resources.ru_utime) + seconds(resources.ru_stime),
            peakResidentMegabytes: Double(resources.ru_maxrss) / 1024)
        usage = ended
        Children.remove(processID)
        return ended
    }

    /// Kills the program at once: nothing more of it is needed.
    func kill() {
        if usage == nil { Glibc.kill(processID, SIGKILL) }
        wait()
    }

    /// Asks the program to end, and kills it if it does not within some seconds.
    @discardableResult
    func stop() -> Usage {
        guard usage == nil else { return wait() }
        Glibc.kill(processID, SIGTERM)
        for _ in 0..<Self.patience where isRunning { usleep(10_000) }
        if isRunning {
            say("note: \(outputPath) did not end when asked")
            Glibc.kill(processID, SIGKILL)
        }
        return wait()
    }

    /// How long an end is waited for, in hundredths of a second.
    private static let patience = 800
}

enum ProcessMemory {
    /// The resident memory of a process, in MB; nil when there is no such process.
    static func residentMegabytes(of processID: pid_t) -> Double? { status("VmRSS:", of: processID) }

    /// The most resident memory that a process has had, in MB; nil when there is no such process.
    static func peakMegabytes(of processID: pid_t) -> Double? { status("VmHWM:", of: processID) }

    private static func status(_ field: String, of processID: pid_t) -> Double? {
        guard let text = try? TextFile.read("/proc/\(processID)/status") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix(field) {
            return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 / 1024 }
        }
        return nil
    }
}

enum TextFile {
    static func read(_ path: String) throws -> String {
        let file = OwnedDescriptor(taking: try checked("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) })
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file.raw, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
