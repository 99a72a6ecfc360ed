import Channels
import Guide
import MediaCore
import Testing

@Suite("Lineup")
struct LineupTests {
    private func entry(_ name: String, number: String? = nil, id: String? = nil) -> ChannelEntry {
        var entry = ChannelEntry(name: name, url: "http://h/\(name)")
        entry.number = number
        entry.guideID = id
        return entry
    }

    private func numbers(_ lineup: Lineup) -> [String] { lineup.channels.map { "\($0.number) \($0.name)" } }

    @Test("Without numbers the channels count from 1; with some, the others follow the highest")
    func numbering() {
        #expect(numbers(Lineup([entry("a"), entry("b")])) == ["1 a", "2 b"])
        let mixed = Lineup([entry("a"), entry("b", number: "7"), entry("c"), entry("d", number: "003")])
        #expect(numbers(mixed) == ["3 d", "7 b", "8 a", "9 c"])
        #expect(mixed.renumbered == [])
    }

    @Test("Of two that want one number the first has it, and the other is told")
    func clashes() {
        let lineup = Lineup(
            [
                entry("a", number: "5"), entry("b", number: "5.1"), entry("c", number: "0"), entry("d", number: "x"),
                entry("e", number: "99999999999999999999"),
            ], numbering: .list)
        #expect(numbers(lineup) == ["5 a", "6 b", "7 c", "8 d", "9 e"])
        #expect(lineup.renumbered == ["name:b", "name:c", "name:d", "name:e"])
    }

    @Test("Every channel has an id of its own, from its tvg-id where it can")
    func identity() {
        let lineup = Lineup([
            entry("a", id: "x"), entry("b", id: "x"), entry("c", id: "x#2"), entry("d"), entry("d"),
        ])
        #expect(lineup.channels.map(\.id) == ["x", "x#2", "x#2#2", "name:d", "name:d#2"])
        for channel in lineup.channels { #expect(lineup[channel.id] == channel) }
    }

    @Test("Steps go around the ends, any number of them")
    func steps() {
        let lineup = FlipSimulator.lineup(["a", "b", "c"])
        #expect(lineup.channel(1, from: "c")?.id == "a")
        #expect(lineup.channel(-1, from: "a")?.id == "c")
        #expect(lineup.channel(7, from: "a")?.id == "b")
        #expect(lineup.channel(-7, from: "a")?.id == "c")
        #expect(lineup.channel(.max, from: "b") != nil)
        #expect(lineup.channel(.min, from: "b") != nil)
        #expect(lineup.channel(1, from: nil)?.id == "a")
        #expect(lineup.channel(-1, from: "gone")?.id == "c")
        #expect(Lineup.empty.channel(1, from: nil) == nil)
    }

    @Test("It knows whether a number being typed may go on")
    func longerNumbers() {
        let lineup = Lineup([1, 12, 130, 2, 99999].map { entry("c\($0)", number: "\($0)") })
        #expect(lineup.hasNumber(longerThan: "1"))
        #expect(lineup.hasNumber(longerThan: "13"))
        #expect(!lineup.hasNumber(longerThan: "12"))
        #expect(!lineup.hasNumber(longerThan: "2"))
        #expect(lineup.hasNumber(longerThan: "9999"))
        #expect(!lineup.hasNumber(longerThan: "99999"))
        #expect(lineup.hasNumber(longerThan: "0"))
        #expect(lineup.hasNumber(longerThan: "01"))
        #expect(!lineup.hasNumber(longerThan: "00000"))
        #expect(!lineup.hasNumber(longerThan: "3"))
        #expect(lineup.channel(number: 130)?.name == "c130")
        #expect(lineup.channel(number: 131) == nil)
    }

    @Test("A remembered name finds its channel, whatever the case and the accents")
    func search() {
        let lineup = Lineup(["BBC One HD", "BBC Two", "ITV", "Télé Sud", "One World", "France 24"].map { entry($0) })
        func names(_ text: String) -> [String] { lineup.channels(named: text).map(\.name) }
        #expect(names("itv") == ["ITV"])
        #expect(names("bbc") == ["BBC One HD", "BBC Two"])
        #expect(names("one") == ["One World", "BBC One HD"])
        #expect(names("bbcone") == ["BBC One HD"])
        #expect(names("tele sud") == ["Télé Sud"])
        #expect(names("france24") == ["France 24"])
        #expect(names("bbtwo") == ["BBC Two"])
        #expect(names("zzz") == [])
        #expect(names("") == [])
        #expect(lineup.channels(named: "sud").first?.number == 4)
        #expect(lineup.channel(number: 3)?.name == "ITV")
        #expect(lineup["name:ITV"]?.number == 3)
    }

    @Test("The one channel that a name finds is the first of all, by names in any letters")
    func best() {
        let names = [
            "BBC One HD", "ARTE Ⓢ", "Один", "한국 방송", "ＷＩＤＥ", "  Straße 5  ", "+++", "a.b", "Ab", "Élan Vital", "x",
        ]
        let lineup = Lineup(names.map { entry($0) })
        let wanted = [
            "arte", "ARTE Ⓢ", "один", "дин", "한국", "방송", "한국방송", "wide", "strasse", "straße5", "+++", "+", "a.b", "ab",
            "vital",
            "ela vit", "elnvt", "ONE", "name:x", "b", "zz", " ",
        ]
        for text in wanted { #expect(lineup.channel(named: text) == lineup.channels(named: text).first, "\(text)") }
        func name(_ text: String) -> String? { lineup.channel(named: text)?.name }
        #expect(name("arte") == "ARTE Ⓢ" && name("один") == "Один" && name("방송") == "한국 방송" && name("한방") == nil)
        #expect(
            name("wide") == "ＷＩＤＥ" && name("+") == "+++" && name("elnvt") == "Élan Vital" && name("한국방송") == "한국 방송")
        #expect(name("ab") == "Ab" && lineup.channels(named: "ab").map(\.name).prefix(2) == ["Ab", "a.b"])
        #expect(name("name:x") == "x" && name(" ") == nil && name("zz") == nil)
    }

    @Test("A favourite is marked in place")
    func setting() {
        let lineup = Lineup([entry("a", id: "x"), entry("b", id: "y")])
        let marked = lineup.setting(favourites: ["y"])
        #expect(marked.channels.map(\.isFavourite) == [false, true])
        #expect(marked == Lineup([entry("a", id: "x"), entry("b", id: "y")], favourites: ["y"]))
        #expect(marked.setting(favourites: []) == lineup && lineup.setting(favourites: ["z"]) == lineup)
        let both = marked.setting(favourites: ["y", "z", "x"])
        #expect(both.favourites == ["y", "x"] && both.setting(favourites: ["x", "y"]) != both)
    }

    @Test("Favourites are marked")
    func favourites() {
        let lineup = Lineup([entry("a", id: "x"), entry("b", id: "y")], favourites: ["y"])
        #expect(lineup.channels.map(\.isFavourite) == [false, true])
    }
}
