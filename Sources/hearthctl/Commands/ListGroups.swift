import ArgumentParser
import ControlProtocol

/// Lists the groups of channels: `hearthctl channels groups`.
struct ListGroups: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups", abstract: "The groups of channels, in the order of the lineup.")

    /// A group, as `--json` prints it.
    struct Group: Codable, Equatable {
        var group: String
        var channels: Int
    }

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let list = try Wire.decode(ChannelList.self, from: try connection.client.request(.channels))
        try connection.print(try Wire.encode(Self.groups(list.channels)), as: [Group].self) { groups in
            groups.isEmpty
                ? ["No channel is in a group."]
                : Output.table(groups.map { ["\($0.channels)", $0.group] }, rightAligned: [0])
        }
    }

    static func groups(_ channels: [ChannelInfo]) -> [Group] {
        var groups: [Group] = []
        var places: [String: Int] = [:]
        for name in channels.flatMap(\.allGroups) {
            if let place = places[name] {
                groups[place].channels += 1
            } else {
                places[name] = groups.count
                groups.append(Group(group: name, channels: 1))
            }
        }
        return groups
    }
}

extension ChannelInfo {
    /// The groups that the channel is in.
    var allGroups: [String] { groups ?? (group.map { [$0] } ?? []) }
}
