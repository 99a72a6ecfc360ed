import ControlProtocol
import Testing

@testable import hearthctl

@Suite("The groups of channels")
struct ListGroupsTests {
    @Test("Each group once, in the order of the lineup, with all channels that are in it")
    func groups() {
        let channels = [
            ChannelInfo(id: "a", number: 1, name: "A", group: "News"),
            ChannelInfo(id: "b", number: 2, name: "B", group: "Film", groups: ["Film", "News"]),
            ChannelInfo(id: "c", number: 3, name: "C"),
        ]
        #expect(
            ListGroups.groups(channels) == [
                ListGroups.Group(group: "News", channels: 2), ListGroups.Group(group: "Film", channels: 1),
            ])
        #expect(ListGroups.groups([]).isEmpty && channels[2].allGroups.isEmpty)
    }
}
