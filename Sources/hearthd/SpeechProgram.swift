import Appliance
import Base
import CLinux
import Glibc
import Languages
import Logging

/// Says words by `espeak-ng`, a program beside: started for each text with its arguments, never by a shell, and ended
/// for the next one.
final class SpeechProgram: Speaker {
    /// Where Debian has the program.
    static let paths = ["/usr/bin/espeak-ng", "/usr/bin/espeak"]

    private struct Utterance: Sendable, Equatable {
        var text: String
        var language: String
        var number: Int
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

    func say(_ text: String, in language: String) {
        let isFirst = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        state.update { state in
            state.count += 1
            state.wanted = Utterance(text: text, language: language, number: state.count)
            Self.end(state.process)
        }
        if isFirst { begin() }
    }

    func hush() {
        state.update { state in
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
        return [path, "-v", voice.isEmpty ? "en" : voice, "-s", "170", "--", String(plain.prefix(1000))]
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
                let status = Self.run(path, utterance, state)
                // 9: it was ended for the next one.
                guard let status, status != 0, status & 0x7f != SIGKILL, !hasWarned else { continue }
                hasWarned = true
                logger.warning(
                    "\(path) could not speak (\(status)): does it speak \(utterance.language), and may it use the sound card?"
                )
            }
        }
    }

    /// Runs the program to its end.
    /// - Returns: how it ended; nil: it never began, or nobody wants it any more
    private static func run(_ path: String, _ utterance: Utterance, _ state: Monitor<State>) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
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
        guard let process else { return nil }
        // Left as it is until the lock is held, so that its number is nobody else's while it may be ended.
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return state.withLock { state in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            state.process = nil
            return status
        }
    }
}
