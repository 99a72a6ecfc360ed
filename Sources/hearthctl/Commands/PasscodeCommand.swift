import ArgumentParser
import ControlProtocol

struct PasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode", abstract: "The passcode of restricted channels.",
        discussion: """
            Where there is one, it is asked for before it is changed or removed; wrong ones count like those typed with \
            a remote. Root needs none: where it is forgotten, 'sudo hearthctl passcode set'.
            """,
        subcommands: [Set.self, Clear.self, Check.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Sets it: four to eight digits, asked for, or the first line of standard input.",
            discussion: "Standard input's second line is the one there is, where that is needed.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let passcode = try SecretInput.isTerminal ? askTwice() : SecretInput.ask()
            guard PasscodeRequest(passcode: passcode).isAcceptable else { throw PasscodeCommand.untypable }
            let answer = try PasscodeCommand.knowingOld { old in
                try connection.client.request(.passcode, PasscodeRequest(passcode: passcode, old: old))
            }
            try connection.print(answer, as: Done.self) { _ in ["The passcode is set."] }
        }

        private func askTwice() throws -> String {
            let first = SecretInput.ask("New passcode: ")
            guard first == SecretInput.ask("Again: ") else {
                throw Failure.refused(
                    ControlError(.badRequest, cause: "the two are not the same", nextStep: "try again"))
            }
            return first
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Removes it: nothing asks for a code any more.",
            discussion: "The one there is is asked for, or the first line of standard input, where that is needed.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let answer = try PasscodeCommand.knowingOld { old in
                try connection.client.request(.passcodeClear, PasscodeClearRequest(old: old))
            }
            try connection.print(answer, as: Done.self) { _ in ["There is no passcode any more."] }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Says whether a code is the passcode; exit code 4: it is not, or none may be tried now.",
            discussion: "The code is asked for, or the first line of standard input. A wrong one counts.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let request = PasscodeRequest(passcode: SecretInput.ask("Passcode: "))
            guard request.isAcceptable else { throw PasscodeCommand.untypable }
            try connection.print(try connection.client.request(.passcodeCheck, request), as: Done.self) { _ in
                ["That is the passcode."]
            }
        }
    }

    /// Asks for the passcode there is only where the daemon wants it.
    private static func knowingOld(_ request: (String?) throws -> [UInt8]) throws -> [UInt8] {
        do {
            return try request(nil)
        } catch Failure.refused(let error) where error.code == .locked {
            let old = SecretInput.ask("Passcode as it is now: ")
            guard !old.isEmpty else { throw Failure.refused(error) }
            return try request(old)
        }
    }

    private static let untypable = Failure.refused(
        ControlError(
            .badRequest, cause: "that passcode cannot be typed with a remote",
            nextStep: "choose four to eight digits"))
}
