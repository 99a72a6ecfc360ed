import ControlProtocol

/// The exit codes, for scripts; documented in `--help` and docs/hearthctl.md.
enum Outcome: Int32 {
    case done = 0
    case failed, usage, unreachable, notNow, notFound
}

/// The reason why a verb was not carried out.
enum Failure: Error, Equatable {
    /// The daemon refused it.
    case refused(ControlError)
    case unreachable(cause: String, nextStep: String)
    /// The fault is on this side: a file that cannot be written, an answer that makes no sense.
    case here(cause: String, nextStep: String)
    /// The fault has been printed already.
    case reported(Outcome)

    var outcome: Outcome {
        switch self {
        case .refused(let error):
            switch error.code {
            case .badRequest, .tooLarge: .usage
            case .notFound: .notFound
            case .notNow, .locked, .tooMany: .notNow
            case .forbidden, .failed: .failed
            }
        case .unreachable: .unreachable
        case .here: .failed
        case .reported(let status): status
        }
    }

    func report() {
        switch self {
        case .refused(let error): Self.report(error.cause, error.nextStep)
        case .unreachable(let cause, let nextStep), .here(let cause, let nextStep): Self.report(cause, nextStep)
        case .reported: break
        }
    }

    private static func report(_ cause: String, _ nextStep: String) {
        Output.complain("hearthctl: \(Output.printable(cause))\n           \(Output.printable(nextStep))")
    }
}
