import Glibc

/// Reads secrets: from a terminal that does not show them, or from standard input's lines.
enum SecretInput {
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// The next line; empty at the end.
    ///
    /// - Parameter prompt: what a terminal says before
    static func ask(_ prompt: String = "") -> String {
        guard isTerminal else { return readLine() ?? "" }
        _ = Output.write(Array(prompt.utf8), to: STDERR_FILENO)
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            Output.complain("")
        }
        return readLine() ?? ""
    }
}
