import Guide
import Testing

@Suite("Lists that become one")
struct ChannelListMergingTests {
    private func list(_ names: String, at host: String = "h") -> ChannelList {
        var list = ChannelList()
        list.entries = names.map { ChannelEntry(name: "\($0)", url: "http://\(host)/\($0)") }
        list.problems = []
        list.problemCounts = [.lineTooLong: 1]
        return list
    }

    @Test("Nothing is nothing, and one list stays as it is")
    func few() {
        #expect(ChannelList.merged([]) == ChannelList())
        #expect(ChannelList.merged([list("ab")]) == list("ab"))
    }

    @Test("The same channel at another address stays, as it may be of use when the first fails")
    func elsewhere() {
        let merged = ChannelList.merged([list("ab"), list("bc"), list("a", at: "other")])
        #expect(merged.entries.map(\.url) == ["http://h/a", "http://h/b", "http://h/c", "http://other/a"])
        #expect(merged.problemCounts == [.lineTooLong: 3])
    }

    @Test("A list behind others changes no id of theirs")
    func ids() {
        func withIDs(_ list: ChannelList) -> ChannelList {
            var list = list
            for index in list.entries.indices { list.entries[index].guideID = "id-" + list.entries[index].name }
            return list
        }
        let first = withIDs(list("ab"))
        let both = ChannelList.merged([first, withIDs(list("ab", at: "other"))])
        #expect(ChannelNumbers(both.entries).ids == ["id-a", "id-b", "id-a#2", "id-b#2"])
        #expect(ChannelNumbers(first.entries).ids == ["id-a", "id-b"])
    }
}
