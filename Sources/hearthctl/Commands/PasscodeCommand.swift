import ArgumentParser
import ControlProtocol
import Glibc

struct PasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode", abstract: "The passcode of restricted channels.", subcommands: [Set.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Sets it: four to eight digits, asked for, or the first line of standard input.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let passcode = try isatty(STDIN_FILENO) == 1 ? askTwice() : readLine() ?? ""
            let request = PasscodeRequest(passcode: passcode)
            guard request.isAcceptable else {
                throw Failure.refused(
                    ControlError(
                        .badRequest, cause: "that passcode cannot be typed with a remote",
                        nextStep: "choose four to eight digits"))
            }
            try connection.print(try connection.client.request(.passcode, request), as: Done.self) { _ in
                ["The passcode is set."]
            }
        }

        private func askTwice() throws -> String {
            let first = ask("New passcode: ")
            guard first == ask("Again: ") else {
                throw Failure.refused(
                    ControlError(.badRequest, cause: "the two are not the same", nextStep: "try again"))
            }
            return first
        }

        /// Reads a line from the terminal without showing it.
        private func ask(_ prompt: String) -> String {
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
}
