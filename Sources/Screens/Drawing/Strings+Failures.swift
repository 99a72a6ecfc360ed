import Languages

/// What a failure means to a viewer: what happened, and the one thing that helps.
extension Strings {
    /// The title, which names the channel, and a sentence about what helps.
    static func failure(_ reason: FailureReason, of channel: ChannelLabel) -> (title: String, help: String) {
        let name = ["channel": channel.displayName]
        func status(_ status: Int) -> [String: String] { ["status": String(status)] }
        return switch reason {
        case .noNetwork: (say(.noNetwork), say(.noNetworkHelp))
        case .unreachable: (say(.unreachable, name), say(.unreachableHelp))
        case .notFound: (say(.notFound, name), say(.notFoundHelp))
        case .refused(let code): (say(.refused, name), say(.refusedHelp, status(code)))
        case .serverTrouble(let code): (say(.serverTrouble, name), say(.serverTroubleHelp, status(code)))
        case .timedOut: (say(.timedOut, name), say(.timedOutHelp))
        case .notAChannel: (say(.notAChannel, name), say(.notAChannelHelp))
        case .noInput: (say(.noInput, name), say(.noInputHelp))
        case .damaged: (say(.damaged, name), say(.damagedHelp))
        case .unsupported(let what): (say(.unsupported, name), say(.unsupportedReason, ["what": what]))
        case .ended: (say(.ended, name), say(.endedHelp))
        case .device(let what): (say(.device, ["what": what]), say(.deviceHelp, ["what": what]))
        case .other(let text): (say(.otherFailure, name), text)
        }
    }

    /// What happened, in one line.
    static func reason(_ reason: FailureReason) -> String {
        switch reason {
        case .noNetwork: say(.noNetworkReason)
        case .unreachable: say(.unreachableReason)
        case .notFound: say(.notFoundReason)
        case .refused(let status): say(.refusedReason, ["status": String(status)])
        case .serverTrouble(let status): say(.serverTroubleReason, ["status": String(status)])
        case .timedOut: say(.timedOutReason)
        case .notAChannel: say(.notAChannelReason)
        case .noInput: say(.noInputReason)
        case .damaged: say(.damagedReason)
        case .unsupported(let what): say(.unsupportedReason, ["what": what])
        case .ended: say(.endedReason)
        case .device(let what): say(.deviceReason, ["what": what])
        case .other(let text): text
        }
    }
}
