import Commands
import ControlProtocol
import Devices
import FoundationEssentials
import HLS
import Languages
import MediaCore
import Testing

@testable import Appliance
@testable import Screens

@Suite("What the settings on the screen have")
struct SettingsFactsTests {
    /// All that a viewer may set with left and right, on a box that knows a good deal.
    private static func facts() -> SettingsFacts {
        var facts = SettingsFacts()
        facts.told.languages = ["en", "ko"]
        facts.told.lists = [ListInfo.Source(source: "http://tv.example/list.m3u", read: .now, entries: 41)]
        facts.told.guide = GuideInfo(
            guides: [.init(source: "/srv/guide.xml", trouble: "it is not there")], channels: 41, matched: 30)
        facts.soundLanguages = ["deu", "en"]
        facts.pictureMode = .auto
        facts.soundDevice = "hw:0"
        return facts
    }

    /// What a change makes of the facts, as the box would.
    private static func apply(_ change: Setting.Change, to facts: inout SettingsFacts) {
        switch change {
        case .look(let wishes): facts.look = wishes.over(facts.look)
        case .resetLook: facts.look = .usual
        case .captions(let wishes): facts.captions = wishes.over(facts.captions)
        case .resetCaptions: facts.captions = .usual
        case .audio(let choice): facts.chosen.audio = choice
        case .text(let choice): facts.chosen.text = choice
        case .command(.picture(.mode(let mode))): facts.pictureMode = mode
        case .command(.overscan(let percent)): facts.overscan = percent
        case .command(.setVolume(let volume)): facts.volume = volume
        case .command(.soundDelay(let delay)): facts.soundDelay = delay
        case .command(.night(let isOn)): facts.isNight = isOn
        default: break
        }
        var memory = ChannelMemory(preferences: facts.configured)
        _ = memory.handle(.chose(.audio(facts.chosen.audio), on: nil, isListed: false))
        _ = memory.handle(.chose(.text(facts.chosen.text), on: nil, isListed: false))
        facts.preferences = memory.preferences
    }

    private static func row(_ id: String, in section: SettingsSection, _ facts: SettingsFacts) -> Setting? {
        facts.rows(of: section).first { $0.id == id }
    }

    @Test("Right changes each row that it can, left leads back, and in the end all that there is was seen")
    func ways() throws {
        var adjustable = 0
        for section in SettingsSection.allCases {
            for setting in Self.facts().rows(of: section) {
                // Of numbers the one at the end goes one way only.
                guard var change = setting.more ?? setting.less else { continue }
                adjustable += 1
                var facts = Self.facts()
                if setting.id == "volume" { facts.volume = 48 }
                change = try #require(Self.row(setting.id, in: section, facts)?.more)
                let before = Self.row(setting.id, in: section, facts)?.value
                var seen: Set<String?> = [before]
                for _ in 0..<60 {
                    Self.apply(change, to: &facts)
                    let now = try #require(Self.row(setting.id, in: section, facts), "\(section) \(setting.id)")
                    seen.insert(now.value)
                    change = try #require(now.more)
                }
                #expect(seen.count > 1, "\(section) \(setting.id) stays \(before ?? "without a value")")
                // One step on and one back.
                facts = Self.facts()
                if setting.id == "volume" { facts.volume = 48 }
                Self.apply(try #require(Self.row(setting.id, in: section, facts)?.more), to: &facts)
                #expect(Self.row(setting.id, in: section, facts)?.value != before, "\(section) \(setting.id)")
                Self.apply(try #require(Self.row(setting.id, in: section, facts)?.less), to: &facts)
                #expect(Self.row(setting.id, in: section, facts)?.value == before, "\(section) \(setting.id)")
            }
        }
        #expect(adjustable == 25)
    }

    @Test("A row has a name of its own in its section, and none is without a title")
    func names() {
        for section in SettingsSection.allCases {
            let rows = Self.facts().rows(of: section)
            #expect(Set(rows.map(\.id)).count == rows.count)
            #expect(!rows.isEmpty && rows.allSatisfy { !$0.title.isEmpty })
        }
    }

    @Test("What the administrator sets says so and can't be changed; what is wrong with a source is told instead")
    func administrators() throws {
        let screen = { () -> SettingsFacts in
            var facts = Self.facts()
            facts.output = DisplayOutput(
                isConnected: true, size: PixelSize(width: 1920, height: 1080), refreshRate: 59.94, name: "HDMI-A-1")
            return facts
        }()
        let row = try #require(Self.row("screen", in: .picture, screen))
        #expect(row.value == "1920 × 1080 · 59.94 Hz" && row.detail == "Administrator: [display] mode")
        #expect(row.less == nil && row.more == nil && row.deed == nil)
        #expect(Self.row("list-0", in: .sources, screen)?.value == "41 channels")
        #expect(Self.row("list-0", in: .sources, screen)?.title == "tv.example/list.m3u")
        #expect(Self.row("guide-0", in: .sources, screen)?.value == "Not read yet")
        #expect(Self.row("guide-0", in: .sources, screen)?.detail == "it is not there")
        #expect(Self.row("without", in: .sources, screen)?.value == "11")
    }

    @Test("A sound language holds everywhere; none is what the configuration says, and so is “automatic”")
    func tracks() throws {
        var facts = Self.facts()
        facts.configured.audioLanguages = ["ko"]
        let sound = try #require(Self.row("sound-language", in: .tracks, facts))
        #expect(sound.value == "한국어")
        // None first, then in the order of their tags.
        #expect(sound.more == .audio(.sound(in: "deu", isDescribed: false)))
        Self.apply(try #require(sound.more), to: &facts)
        #expect(Self.row("sound-language", in: .tracks, facts)?.value == "Deutsch")
        #expect(Self.row("sound-language", in: .tracks, facts)?.less == .audio(nil))
        let described = try #require(Self.row("described", in: .tracks, facts))
        Self.apply(try #require(described.more), to: &facts)
        #expect(facts.preferences.wantsDescribedVideo && facts.preferences.audioLanguages.first == "deu")

        let off = try #require(Self.row("subtitles", in: .tracks, facts))
        #expect(off.value == "Automatic" && off.more == .text(.rendition(.text(in: nil, isForTheDeaf: false))))
        #expect(off.less == .text(.off))
        facts.configured.subtitles = .on
        facts.preferences.subtitles = .off
        #expect(Self.row("subtitles", in: .tracks, facts)?.more == .text(nil))
    }

    @Test("What a kiosk takes from its hands is not there")
    func kiosk() {
        var facts = Self.facts()
        facts.kiosk = Kiosk(hidden: [.tracks, .volume, .learning])
        #expect(facts.rows(of: .tracks).map(\.id) == ["output"])
        #expect(facts.rows(of: .remotes).map(\.id) == ["test", "phones", "plan", "cec"])
        #expect(!facts.rows(of: .look).isEmpty)
    }

    @Test("What is wished again while it is asked for is asked for again, once")
    func pages() {
        var pages = SettingsPages()
        var told = SettingsFacts.Told()
        told.hostName = "tv"
        #expect(pages.handle(.look) == [.ask])
        #expect(pages.handle(.look).isEmpty)
        #expect(pages.handle(.look).isEmpty)
        #expect(pages.handle(.told(told)) == [.show, .ask])
        #expect(pages.handle(.told(told)).isEmpty)
        #expect(pages.told.hostName == "tv")
        #expect(pages.handle(.look) == [.ask])
    }
}
