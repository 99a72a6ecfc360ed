import ArgumentParser
import ControlProtocol

/// Changes a channel by hand: `hearthctl channels edit`.
struct EditChannel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a channel's name, number or groups, hides it, or shows it again.",
        discussion: """
            What is changed holds whatever the provider's list says later, also where it calls the channel otherwise. \
            A lock on the channel's name or group in the list holds too. 'hearthctl channels edits' tells all changes.
            """)

    @Argument(help: "A number, a name or an id; hidden channels count too.")
    var channel: String
    @Option(help: "Its name.")
    var name: String?
    @Option(help: "Its number, 1 to 99999.")
    var number: Int?
    @Flag(help: "With --number: the channel that has the number gets this one's.")
    var swap = false
    @Option(help: "A group that it is in, in place of the list's; may come several times.")
    var group: [String] = []
    @Flag(name: .customLong("no-group"), help: "It is in no group.")
    var noGroup = false
    @Flag(help: "It is neither shown nor flipped to.")
    var hide = false
    @Flag(help: "It is shown again.")
    var show = false
    @Option(help: "What is as the list says again: name, number, groups, hidden, guide or all.")
    var reset: [String] = []
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if hide, show { throw ValidationError("--hide and --show can't both be meant") }
        if noGroup, !group.isEmpty { throw ValidationError("--group and --no-group can't both be meant") }
        if swap, number == nil { throw ValidationError("--swap goes with --number") }
        if name == nil, number == nil, group.isEmpty, !noGroup, !hide, !show, reset.isEmpty {
            throw ValidationError("nothing is to be changed: say --name, --number, --group, --hide, --show or --reset")
        }
    }

    func run() throws {
        var request = ChannelEditRequest(channel: channel)
        request.name = name
        request.number = number
        request.swap = swap ? true : nil
        request.groups = noGroup ? [] : group.isEmpty ? nil : group
        request.hidden = hide ? true : show ? false : nil
        request.reset = reset.isEmpty ? nil : reset
        let answer = try connection.client.request(.channelsEdit, request)
        try connection.print(answer, as: ChannelEditInfo.self) { Self.lines([$0]) }
    }

    static func lines(_ edits: [ChannelEditInfo]) -> [String] {
        Output.table(
            edits.map { edit in
                [
                    edit.number.map(String.init) ?? "-",
                    edit.listName.map { "\(edit.name) (\($0))" } ?? edit.name,
                    edit.groups.joined(separator: "; "),
                    edit.edited.isEmpty ? "as the list says" : "changed: " + edit.edited.joined(separator: ", "),
                    (edit.guide.map { $0.isEmpty ? "no guide" : "guide \($0)" } ?? "")
                        + (edit.listed ? "" : " not in the list now"),
                ]
            }, rightAligned: [0])
    }
}

/// Tells what was changed of channels by hand: `hearthctl channels edits`.
struct ListEdits: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edits", abstract: "What was changed of channels by hand, hidden ones too.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.channelsEdits), as: ChannelEditList.self) { list in
            list.edits.isEmpty ? ["Nothing was changed by hand."] : EditChannel.lines(list.edits)
        }
    }
}
