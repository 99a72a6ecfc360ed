import Appliance
import Base
import CLinux
import Glibc
import Languages
import Logging
import MediaCore
import Playback

/// Makes words into sound by `espeak-ng`, a program beside: started for each text with its arguments, never by a shell,
/// and ended for the next one. It writes a WAV file into a pipe and needs no sound card, which is Hearth's own.
final class SpeechProgram: Speaker {
    /// Where Debian has the program.
    static let paths = ["/usr/bin/espeak-ng", "/usr/bin/espeak"]

    /// More than its longest text takes, in bytes: a minute of 16-bit sound at 22,050 Hz.
    private static let mostBytes = 2_600_000

    private struct Utterance: Sendable {
        var text: String
        var language: String
        var number: Int
        var play: @Sendable (WaveFile) -> Void
    }

    private struct State {
        /// What is to be said; nil: nothing.
        var wanted: Utterance?
        var count = 0
        /// The process that speaks.
        var process: pid_t?
        var hasThread = false
        var isStopped = false
    }

    private let path: String
    private let logger: Logger
    private let state = Monitor(State())

    /// Makes it; nil where the program is not installed.
    init?(paths: [String] = SpeechProgram.paths, logger: Logger) {
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
        self.logger = logger
    }

    deinit {
        state.update { state in
            state.isStopped = true
            Self.end(state.process)
        }
    }

    func say(_ text: String, in language: String, play: @escaping @Sendable (WaveFile) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        state.update { state in
            state.count += 1
            state.wanted = Utterance(text: text, language: language, number: state.count, play: play)
            Self.end(state.process)
        }
        if isFirst { begin() }
    }

    func hush() {
        state.update { state in
            state.count += 1
            state.wanted = nil
            Self.end(state.process)
        }
    }

    /// Ends a process of ours: it is not waited for before its number is forgotten.
    private static func end(_ process: pid_t?) {
        if let process { kill(process, SIGKILL) }
    }

    /// The program's arguments. The text comes behind `--`, so that none of it is an option.
    static func arguments(_ path: String, text: String, language: String) -> [String] {
        let voice = LanguageName.primary(language)
        // Nothing in it may end the argument, or be taken for markup.
        let plain = text.filter { $0 != "\0" && $0 != "<" && $0 != ">" }
        return [path, "-v", voice.isEmpty ? "en" : voice, "-s", "170", "--stdout", "--", String(plain.prefix(1000))]
    }

    private func begin() {
        let (state, path, logger) = (state, path, logger)
        // Without a thread nothing is said, and everything else goes on.
        _ = try? NamedThread("hearth-speech") {
            var hasWarned = false
            while true {
                let next: Utterance?? = state.wait { state -> Utterance?? in
                    if state.isStopped { return .some(nil) }
                    guard let wanted = state.wanted else { return nil }
                    state.wanted = nil
                    return .some(wanted)
                }
                guard let utterance = next ?? nil else { return }
                guard let failure = Self.run(path, utterance, state), !hasWarned else { continue }
                hasWarned = true
                logger.warning("\(path) could not speak (\(failure)): does it know the voice \(utterance.language)?")
            }
        }
    }

    /// What kept a text from being said.
    private struct Failure: CustomStringConvertible {
        var status: Int32
        var fault: WaveFile.Fault

        var description: String { "status \(status), \(fault)" }
    }

    /// Runs the program to its end and plays what it wrote, unless nobody wants it any more.
    /// - Returns: why it can't be heard
    private static func run(_ path: String, _ utterance: Utterance, _ state: Monitor<State>) -> Failure? {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // It has no business with the devices.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        let words = arguments(path, text: utterance.text, language: utterance.language)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let process: pid_t? = state.withLock { state in
            guard state.wanted == nil, state.count == utterance.number, !state.isStopped else { return nil }
            var process = pid_t()
            guard posix_spawn(&process, path, &actions, nil, &arguments, environ) == 0 else { return nil }
            state.process = process
            return process
        }
        close(ends[1])
        guard let process else { return nil }
        let sound = read(ends[0])
        // One that says more than is kept would wait for a reader for good.
        if sound.count >= mostBytes { state.withLock { _ in end(process) } }
        // Left as it is until the lock is held, so that its number is nobody else's while it may be ended.
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let wave = Result { () throws(WaveFile.Fault) in try WaveFile(sound) }
        return state.withLock { state in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            state.process = nil
            guard state.count == utterance.number else { return nil }
            switch wave {
            case .success(let wave):
                utterance.play(wave)
                return nil
            case .failure(let fault): return Failure(status: status, fault: fault)
            }
        }
    }

    /// All that comes out of a pipe, to its end or as much as is kept.
    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < mostBytes {
            let count = Glibc.read(descriptor, &piece, min(piece.count, mostBytes - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}
