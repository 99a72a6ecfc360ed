import Devices
import Guide
import Testing

@Suite("Channels as they are kept")
struct StoredChannelsTests {
    private static let list = M3UParser.parse(
        """
        #EXTM3U tvg-shift=-1
        #EXTINF:-1 tvg-id="a" tvg-name="n" tvg-chno="5" tvg-logo="l" group-title="News;UK" tvg-rating="TV-14" catchup="x",A é
        #EXTBACKUP:http://b/1
        #EXTVLCOPT:http-user-agent=Vlc
        http://h/a|X-Mine=1
        #EXTINF:-1 group-title="News;UK" radio="true" tvg-rating="whatever",B
        http://h/b
        #EXTINF:-1 tvg-rating="-3" censored="1" tvg-shift="2",C
        http://h/c
        """)

    private var entries: [ChannelEntry] {
        var entries = Self.list.entries
        entries[1].reach = [.home, .loopback]
        entries[2].reach = []
        entries[2].sharedHeaders = []
        return entries
    }

    @Test("All that is kept comes back")
    func back() {
        #expect(StoredChannels.entries(StoredChannels.bytes(entries)) == entries)
        #expect(StoredChannels.entries(StoredChannels.bytes([ChannelEntry]())) == [])
        let numbers = KeptNumbers(
            fromList: true, given: ["a": 1, "": 99_999, "b": -4, "c": .max], renamed: ["a": "b", "": "c"])
        #expect(StoredChannels.numbers(StoredChannels.bytes(numbers)) == numbers)
        // As versions before wrote them: nothing of renamed channels.
        #expect(
            StoredChannels.numbers([1, 1, 1, 1, UInt8(ascii: "a"), 1, 1])
                == KeptNumbers(fromList: true, given: ["a": 1]))
    }

    @Test("Bytes that are cut, of another version or nonsense are no channels, and harm nobody")
    func broken() {
        let whole = StoredChannels.bytes(entries)
        for count in 0..<whole.count { #expect(StoredChannels.entries(Array(whole[..<count])) == nil) }
        for index in whole.indices {
            for value in [0, 0x7f, 0x80, 0xff] as [UInt8] {
                var changed = whole
                changed[index] = value
                _ = StoredChannels.entries(changed)
                _ = StoredChannels.numbers(changed)
            }
        }
        #expect(StoredChannels.entries([2, 0]) == nil)
        #expect(StoredChannels.entries([1] + [UInt8](repeating: 0xff, count: 40)) == nil)
        #expect(StoredChannels.numbers([1, 0, 0xff, 0xff, 0xff, 0xff, 0x0f]) == nil)
        #expect(StoredChannels.entries(Array("[{\"name\":1}]".utf8)) == nil)
    }
}
