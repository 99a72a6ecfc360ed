import ArgumentParser
import ControlProtocol

extension GuideCommand {
    /// Says which of a guide's channels a channel is: `hearthctl guide map`.
    struct Map: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "map", abstract: "Says by hand which of a guide's channels a channel is.",
            discussion: """
                For channels that are in no guide by id and name, or in the wrong one: 'hearthctl guide status' names \
                those without, 'hearthctl guide inspect FILE|URL --find NAME' the ids that a guide has. The guides are \
                read anew in the background.
                """)

        @Argument(help: "A number, a name or an id of the lineup.")
        var channel: String
        @Argument(help: "The channel's id in a guide.")
        var guideID: String?
        @Flag(help: "It has no guide.")
        var none = false
        @Flag(help: "It is found by id and name again.")
        var auto = false
        @OptionGroup var connection: ConnectionOptions

        func validate() throws {
            guard [guideID != nil, none, auto].count(where: { $0 }) == 1 else {
                throw ValidationError("say one of a guide's id, --none and --auto")
            }
        }

        func run() throws {
            var request = ChannelEditRequest(channel: channel)
            request.guide = none ? "" : guideID
            request.reset = auto ? ["guide"] : nil
            let answer = try connection.client.request(.channelsEdit, request)
            try connection.print(answer, as: ChannelEditInfo.self) { EditChannel.lines([$0]) }
        }
    }
}
