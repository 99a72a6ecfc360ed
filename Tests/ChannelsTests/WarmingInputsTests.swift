import Channels
import Guide
import MediaCore
import Testing

@Suite("Warming beside inputs")
struct WarmingInputsTests {
    @Test("An input of the box is not kept, not even when it was just left: what lies beyond it is")
    func inputs() {
        let entries = (0..<8).map { index in
            index == 6
                ? ChannelEntry(input: "console", title: "Console", number: nil, group: "Inputs", isSound: false)
                : ChannelEntry(name: "c\(index)", url: "http://one.example/\(index).m3u8")
        }
        let lineup = Lineup(entries)
        #expect(lineup.channels[6].id == "input.console" && lineup.channels[6].isInput)
        var world = WarmingWorld(lineup: lineup)
        world.watch(lineup.channels[5].id)
        world.pass(.seconds(20))
        #expect(Set(world.readiness.keys) == [lineup.channels[4].id, lineup.channels[7].id])
        world.watch("input.console")
        world.pass(.seconds(20))
        world.watch(lineup.channels[7].id)
        #expect(world.readiness["input.console"] == nil)
        #expect(world.violations == [])
    }
}
