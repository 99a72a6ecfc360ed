import Channels
import Foundation
import Guide
import MediaCore
import Testing

@Suite("What is changed of channels by hand")
struct ChannelEditTests {
    private func entry(_ name: String, url: String? = nil, id: String? = nil, number: String? = nil) -> ChannelEntry {
        var entry = ChannelEntry(name: name, url: url ?? "http://h/\(name)")
        entry.guideID = id
        entry.number = number
        return entry
    }

    private func entries(_ names: String) -> [ChannelEntry] { names.split(separator: " ").map { entry(String($0)) } }

    private func edit(_ change: (inout ChannelEdit) -> Void) -> ChannelEdit {
        var edit = ChannelEdit()
        change(&edit)
        return edit
    }

    private func texts(_ lineup: Lineup) -> [String] { lineup.channels.map { "\($0.number) \($0.name)" } }

    private func wished(
        _ lineup: Lineup, _ id: String, over edits: [Channel.ID: ChannelEdit] = [:],
        _ change: (inout ChannelWish) -> Void
    ) throws(ChannelWish.Refusal) -> [Channel.ID: ChannelEdit] {
        var wish = ChannelWish(id)
        change(&wish)
        return try wish.edits(over: edits, in: lineup)
    }

    @Test("A channel has the name, number, groups and guide it was given, and what it was stays known")
    func all() throws {
        let edit = edit { ($0.name, $0.number, $0.groups, $0.guide) = ("Zwei", 9, ["Mine"], .id("zwei.de")) }
        var listed = entries("one two three")
        listed[1].groups = ["Theirs"]
        let lineup = Lineup(listed, edits: ["name:two": edit])
        #expect(texts(lineup) == ["1 one", "2 three", "9 Zwei"])
        let channel = try #require(lineup["name:two"])
        #expect(channel.groups == ["Mine"] && channel.guideChoice == .id("zwei.de") && channel.listName == "two")
        #expect(lineup.channel(named: "zwei")?.id == "name:two")
        #expect(lineup.numbers.given["name:two"] == nil, "its number is the hand's, not one to be kept")
    }

    @Test("A hidden channel is in no list, keeps its number, and comes back with it")
    func hidden() {
        let lineup = Lineup(entries("one two three"), edits: ["name:two": edit { $0.isHidden = true }])
        #expect(texts(lineup) == ["1 one", "3 three"] && lineup.hidden.map(\.number) == [2])
        #expect(lineup["name:two"] == nil && lineup.hidden("name:two")?.name == "two")
        let back = Lineup(entries("one two three"), before: lineup.numbers, previous: lineup)
        #expect(texts(back) == ["1 one", "2 two", "3 three"])
    }

    @Test("A number by hand goes before the list's; who wanted it gets another, and has it again afterwards")
    func numbers() {
        let listed = [entry("a", number: "1"), entry("b", number: "2"), entry("c", number: "3")]
        let lineup = Lineup(listed, edits: ["name:c": edit { $0.number = 1 }])
        #expect(texts(lineup) == ["1 c", "2 b", "4 a"])
        #expect(texts(Lineup(listed, before: lineup.numbers, previous: lineup)) == ["1 a", "2 b", "3 c"])
        // Of two that were given one number, the first in the list has it.
        let both = ["name:b": edit { $0.number = 8 }, "name:c": edit { $0.number = 8 }]
        #expect(texts(Lineup(listed, edits: both)) == ["1 a", "3 c", "8 b"])
        // Without numbers in the list, too, it comes back to where it was.
        let plain = Lineup(entries("a b c"))
        let moved = Lineup(
            entries("a b c"), before: plain.numbers, previous: plain, edits: ["name:b": edit { $0.number = 70 }])
        #expect(texts(moved) == ["1 a", "3 c", "70 b"])
        #expect(texts(Lineup(entries("a b c"), before: moved.numbers, previous: moved)) == ["1 a", "2 b", "3 c"])
    }

    @Test("A wish for a number that is taken is refused, or both change places")
    func swap() throws {
        let lineup = Lineup(entries("a b c"))
        #expect(throws: ChannelWish.Refusal.numberTaken(2, by: "b")) {
            try wished(lineup, "name:a") { $0.number = 2 }
        }
        let edits = try wished(lineup, "name:a") { ($0.number, $0.swaps) = (2, true) }
        #expect(texts(Lineup(entries("a b c"), edits: edits)) == ["1 b", "2 a", "3 c"])
        // Its own is no other's.
        #expect(try wished(lineup, "name:a") { $0.number = 1 }["name:a"]?.number == 1)
        // A hidden channel's is free.
        let hidden = ["name:b": edit { $0.isHidden = true }]
        let without = Lineup(entries("a b c"), edits: hidden)
        let taken = try wished(without, "name:a", over: hidden) { $0.number = 2 }
        #expect(texts(Lineup(entries("a b c"), edits: hidden.merging(taken) { $1 })) == ["2 a", "3 c"])
    }

    @Test("A wish is refused with a reason: bad texts, numbers and groups, guests, and hiding all there is")
    func refused() throws {
        let lineup = Lineup(entries("a b"))
        func fault(_ change: (inout ChannelWish) -> Void) -> Bool {
            do throws(ChannelWish.Refusal) {
                _ = try wished(lineup, "name:a", change)
                return false
            } catch {
                if case .fault = error { return true } else { return false }
            }
        }
        for name in ["", "  ", "a\nb", "a\u{1B}[2J", String(repeating: "x", count: 513)] {
            #expect(fault { $0.name = name } && fault { $0.groups = [name] } && fault { $0.guide = .id(name) })
        }
        #expect(fault { $0.groups = (0...64).map(String.init) })
        for number in [0, -1, 100_000, .min, .max] { #expect(fault { $0.number = number }) }
        #expect(!fault { ($0.name, $0.number, $0.groups) = ("ü", 99_999, []) })
        #expect(throws: ChannelWish.Refusal.inNoList) { try wished(lineup, "address:1") { $0.name = "x" } }
        #expect(throws: ChannelWish.Refusal.inNoList) { try wished(lineup, "nobody") { $0.name = "x" } }
        let hidden = ["name:a": edit { $0.isHidden = true }]
        #expect(throws: ChannelWish.Refusal.lastOne) {
            try wished(Lineup(entries("a b"), edits: hidden), "name:b", over: hidden) { $0.isHidden = true }
        }
    }

    @Test("What is reset is as the list says; of a channel that is gone, too")
    func reset() throws {
        let edits = [
            "name:a": edit { ($0.name, $0.number, $0.isHidden, $0.groups, $0.guide) = ("x", 5, true, [], .noGuide) }
        ]
        let lineup = Lineup(entries("b c"), edits: edits)
        let left = try wished(lineup, "name:a", over: edits) { $0.reset = [.number, .hidden, .groups, .guide] }
        #expect(left == ["name:a": edit { $0.name = "x" }])
        #expect(
            try wished(lineup, "name:a", over: edits) { $0.reset = Set(ChannelWish.Field.allCases) }["name:a"]?.isEmpty
                == true)
    }

    @Test("A channel that its provider renames keeps its id, and all that hangs on it, also after a restart")
    func renamed() {
        let edits = ["name:b": edit { $0.number = 7 }]
        let first = Lineup(entries("a b c"), favourites: ["name:b"], edits: edits)
        let new = [entry("a"), entry("B one", url: "http://h/b"), entry("c")]
        let second = Lineup(
            new, favourites: ["name:b"], before: first.numbers, previous: first, edits: edits)
        #expect(second["name:b"]?.name == "B one" && second["name:b"]?.number == 7 && second.favourites == ["name:b"])
        // After a restart nothing but the numbers is known of before.
        let third = Lineup(new, favourites: ["name:b"], before: second.numbers, edits: edits)
        #expect(third == second)
        // And once more, with a `tvg-id` this time.
        let newer = [entry("a"), entry("B 1", url: "http://h/b", id: "b.uk"), entry("c")]
        let fourth = Lineup(newer, before: third.numbers, previous: third, edits: edits)
        #expect(fourth["name:b"]?.name == "B 1" && fourth.numbers.renamed == ["name:b": "b.uk"])
        // For a while it is not in the list at all.
        let gone = Lineup(entries("a c"), before: fourth.numbers, previous: fourth, edits: edits)
        #expect(gone.channels.count == 2)
        #expect(Lineup(newer, before: gone.numbers, previous: gone, edits: edits)["name:b"]?.number == 7)
        // Somebody else is called so: it is that one, and the renamed one has a name of its own.
        let other = Lineup(
            newer + [entry("b", url: "http://h/x")], before: fourth.numbers, previous: fourth, edits: edits)
        #expect(other["name:b"]?.url == "http://h/x" && other["b.uk"]?.url == "http://h/b")
    }

    @Test("Another station at the address, one of several there, or one that was there before, takes no one's place")
    func others() {
        let first = Lineup([entry("One", url: "http://h/1", id: "one.uk"), entry("Two"), entry("Three")])
        func id(_ entries: [ChannelEntry]) -> [Channel.ID] {
            Lineup(entries, before: first.numbers, previous: first).channels.map(\.id)
        }
        #expect(id([entry("Other", url: "http://h/1", id: "other.uk")]) == ["other.uk"])
        #expect(id([entry("One HD", url: "http://h/1", id: "one.gb")]) == ["one.uk"])
        #expect(id([entry("Other", url: "http://h/1")]) == ["one.uk"])
        #expect(
            id([entry("A", url: "http://h/1"), entry("B", url: "http://h/1")]).contains("one.uk") == false)
        #expect(id([entry("Three", url: "http://h/Two")]) == ["name:Three"])
    }

    @Test("What is locked by the name or group of its list stays so, whatever it is called")
    func locks() throws {
        var listed = entries("Erotica a b")
        listed[1].groups = ["XXX"]
        var policy = ParentalGate.Policy()
        policy.lockedGroups = ["XXX"]
        policy.lockedChannels = ["Erotica"]
        let edits = [
            "name:Erotica": edit { $0.name = "Cooking" },
            "name:a": edit { ($0.groups, $0.name, $0.isHidden) = (["Kids"], "Cartoons", true) },
            "name:b": edit { $0.groups = ["XXX"] },
        ]
        let lineup = Lineup(listed, edits: edits)
        #expect(lineup["name:Erotica"].flatMap(policy.reason) == .channel)
        #expect(lineup.hidden("name:a").flatMap(policy.reason) == .group("XXX"))
        #expect(lineup["name:b"].flatMap(policy.reason) == .group("XXX"))
        // Nor does a hidden channel's address lead round its lock.
        let known = KnownAddresses(lineup.channels, hidden: lineup.hidden)
        #expect(known.channels(at: "http://h/a").isEmpty)
        var guest = ChannelEntry(name: "h", url: "http://h/a")
        policy.inherit(known.kin(of: guest.url), in: &guest)
        #expect(guest.groups == ["XXX"])
    }

    @Test("As it is stored it is short and says what it means; what no edit can be is none")
    func stored() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func text(_ change: (inout ChannelEdit) -> Void) throws -> String {
            String(decoding: try encoder.encode(edit(change)), as: UTF8.self)
        }
        #expect(try text { $0.isHidden = true } == #"{"hidden":true}"#)
        #expect(try text { ($0.guide, $0.groups) = (.noGuide, []) } == #"{"groups":[],"guide":""}"#)
        #expect(
            try text { ($0.guide, $0.name, $0.number) = (.id("x"), "N", 3) } == #"{"guide":"x","name":"N","number":3}"#)
        for bad in [
            #"{"number":0}"#, #"{"name":""}"#, #"{"number":1e30}"#, #"{"groups":"x"}"#, "[]", #"{"name":"\n"}"#,
        ] {
            #expect(throws: (any Error).self) { try JSONDecoder().decode(ChannelEdit.self, from: Data(bad.utf8)) }
        }
        let later = try JSONDecoder().decode(ChannelEdit.self, from: Data(#"{"name":"x","later":[1]}"#.utf8))
        #expect(later == edit { $0.name = "x" })
    }
}
