import MediaCore
import Testing

@testable import Appliance

@Suite("How loud the box plays")
struct SoundControlTests {
    private typealias Level = SoundControl.Level

    @Test("The volume stays on its scale, is heard at once, and shown at its ends too, where nothing is to be kept")
    func volume() {
        var sound = SoundControl(Level(volume: 98, isMuted: false))
        let top = Level(volume: 100, isMuted: false)
        #expect(sound.handle(.volume(102)) == [.play(top), .show(top), .store(top)])
        #expect(sound.handle(.volume(104)) == [.play(top), .show(top)])
        #expect(sound.handle(.volume(-5)).last == .store(Level(volume: 0, isMuted: false)))
    }

    @Test("Who turns the volume of what is muted wants to hear it")
    func muted() {
        var sound = SoundControl(Level(volume: 50, isMuted: false))
        let quiet = Level(volume: 50, isMuted: true)
        #expect(sound.handle(.muted(true)) == [.play(quiet), .show(quiet), .store(quiet)])
        #expect(sound.handle(.muted(true)) == [.play(quiet), .show(quiet)])
        #expect(sound.handle(.volume(50)).last == .store(Level(volume: 50, isMuted: false)))
    }

    @Test("A delay belongs to the output, is kept within its range, and holds when that output comes back")
    func delay() {
        var sound = SoundControl(Level(volume: 50, isMuted: false), delays: ["TV": .milliseconds(80)])
        #expect(sound.delay == .zero)
        #expect(sound.handle(.device("TV")) == [.delay(.milliseconds(80))])
        #expect(
            sound.handle(.delay(.milliseconds(-40))) == [
                .delay(.milliseconds(-40)), .tellDelay(.milliseconds(-40)), .storeDelay(.milliseconds(-40), of: "TV"),
            ])
        #expect(sound.handle(.delay(.milliseconds(-40))) == [.tellDelay(.milliseconds(-40))])
        #expect(sound.handle(.delay(.seconds(9))).first == .delay(.milliseconds(500)))
        #expect(sound.handle(.device("headphones")) == [.delay(.zero)])
        #expect(sound.handle(.device("TV")) == [.delay(.milliseconds(500))])
    }

    @Test("Night mode is applied, told and kept when it changes")
    func night() {
        var sound = SoundControl(Level(volume: 50, isMuted: false))
        #expect(sound.handle(.night(true)) == [.night(true), .tellNight(true), .storeNight(true)])
        #expect(sound.handle(.night(true)) == [.tellNight(true)])
    }

    @Test("Silent while the TV shows something else, without a change of the viewer's level")
    func silenced() {
        let level = Level(volume: 50, isMuted: false)
        var sound = SoundControl(level)
        #expect(sound.handle(.silenced(true)) == [.play(Level(volume: 50, isMuted: true))])
        #expect(sound.isSilenced && sound.level == level)
        #expect(sound.handle(.silenced(false)) == [.play(level)])
        var mutedToo = SoundControl(Level(volume: 50, isMuted: true))
        _ = mutedToo.handle(.silenced(true))
        #expect(mutedToo.handle(.silenced(false)) == [.play(Level(volume: 50, isMuted: true))])
        _ = sound.handle(.silenced(true))
        #expect(sound.handle(.volume(54)).first == .play(Level(volume: 54, isMuted: false)))
        #expect(!sound.isSilenced)
    }

    @Test("After any events: what plays is the viewer's level, but silent while it is to be")
    func laws() {
        let events: [SoundControl.Event] = [
            .volume(0), .volume(40), .volume(400), .muted(true), .muted(false), .silenced(true), .silenced(false),
            .device("hdmi"),
        ]
        func explore(_ sound: SoundControl, _ playing: Level, _ depth: Int) {
            #expect((0...100).contains(sound.level.volume))
            #expect(playing == Level(volume: sound.level.volume, isMuted: sound.level.isMuted || sound.isSilenced))
            guard depth > 0 else { return }
            for event in events {
                var (next, playing) = (sound, playing)
                let effects = next.handle(event)
                for case .play(let level) in effects { playing = level }
                let isStored = effects.contains { if case .store = $0 { true } else { false } }
                #expect(isStored == (next.level != sound.level))
                explore(next, playing, depth - 1)
            }
        }
        let level = Level(volume: 80, isMuted: false)
        explore(SoundControl(level), level, 4)
    }
}
