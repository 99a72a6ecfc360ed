import Base
import Glibc

/// A program that runs beside the benchmark, with its output in a file.
final class ChildProgram {
    struct Usage: Codable {
        var cpuSeconds: Double
        var peakResidentMegabytes: Double
    }

    let processID: pid_t
    let outputPath: String
    private var usage: Usage?

    /// - Parameter arguments: the program's path, or its name on the path, and what follows it
    init(_ arguments: [String], output: String) throws {
        outputPath = output
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A thread of the runtime may block signals, and this program ignores SIGPIPE: a child must not.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, arguments[0], &actions, &attributes, &words, environ)
        guard result == 0 else { throw BenchError("\(arguments[0]): \(String(cString: strerror(result)))") }
        processID = child
    }

    deinit {
        stop()
    }

    var output: String {
        (try? TextFile.read(outputPath)) ?? ""
    }

    /// User and system time of all its threads so far; steps of 10 ms.
    var cpuSeconds: Double {
        guard let text = try? TextFile.read("/proc/\(processID)/stat"), let end = text.lastIndex(of: ")") else { return 0 }
        let fields = text[end...].split(separator: " ")
        // Fields 14 and 15 of the line; ")" is the end of the second.
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    var residentMegabytes: Double { ProcessMemory.residentMegabytes(of: processID) ?? 0 }

    /// Waits for its end.
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
        return ended
    }

    @discardableResult
    func stop() -> Usage {
        if usage == nil { kill(processID, SIGTERM) }
        return wait()
    }
}

enum ProcessMemory {
    /// Nil when there is no such process.
    static func residentMegabytes(of processID: pid_t) -> Double? {
        guard let text = try? TextFile.read("/proc/\(processID)/status") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("VmRSS:") {
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
