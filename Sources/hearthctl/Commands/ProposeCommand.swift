import ArgumentParser
import ControlProtocol

/// Proposes what to watch next, over what plays.
struct ProposeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "propose", abstract: "Proposes what to watch next, over what plays.",
        discussion: """
            The viewer plays it with OK, or declines with Back; what becomes of it is among 'hearthctl events'. A locked \
            channel asks for the passcode as ever.
            """)

    @Argument(help: "A channel by number, id or name, or an address.") var target: String?
    @Option(help: "The title that is shown; by default the channel's name.") var title: String?
    @Option(help: "A line beneath it.") var subtitle: String?
    @Option(help: "Show it so many seconds before the end of the film; by default at once.") var beforeEnd: Int?
    @Option(help: "Play it by itself so many seconds after it can be seen; by default never.") var acceptAfter: Int?
    @Flag(help: "Take back what is proposed.") var withdraw = false
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard (target == nil) == withdraw else { throw ValidationError("Name what to play, or give --withdraw.") }
    }

    func run() throws {
        if withdraw {
            return try connection.print(connection.client.request(.proposalWithdraw), as: Done.self) { _ in [] }
        }
        let isAddress = target?.contains("://") == true
        let request = ProposalRequest(
            title: title, subtitle: subtitle, channel: isAddress ? nil : target, url: isAddress ? target : nil,
            secondsBeforeEnd: beforeEnd, acceptAfterSeconds: acceptAfter)
        try connection.print(connection.client.request(.propose, request), as: Done.self) { _ in [] }
    }
}
