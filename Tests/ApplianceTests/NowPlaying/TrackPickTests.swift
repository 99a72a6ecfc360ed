import Commands
import HLS
import Screens
import Testing

@testable import Appliance

@Suite("Which track a command means")
struct TrackPickTests {
    private let tracks = Sample.tracks

    @Test("A sound by number, name, language or as the next one")
    func audio() {
        let german = ChannelMemory.Choice.audio(RenditionChoice(tracks.audio[1].rendition))
        for track in [Command.Track.next, .number(2), .name("deutsch"), .name("de"), .name("Deu")] {
            let pick = TrackPick(audio: track, of: tracks)
            #expect(pick.choice == german && pick.result == .done && pick.notice == TrackNotice(.sound, "Deutsch"))
        }
        for track in [Command.Track.number(0), .number(3), .number(-1), .number(.max), .name("xx")] {
            let pick = TrackPick(audio: track, of: tracks)
            #expect(pick.result == .failed("there is no such sound") && pick.choice == nil && pick.notice == nil)
        }
        #expect(TrackPick(audio: .off, of: tracks).result == .failed("sound is not switched off but muted"))
    }

    @Test("A channel with one sound says which; one with none says so")
    func oneSound() {
        let one = TrackMenu(audio: [tracks.audio[0]])
        let next = TrackPick(audio: .next, of: one)
        #expect(next.result == .nothingToDo && next.notice == TrackNotice(.sound, "English") && next.choice == nil)
        #expect(TrackPick(audio: .number(1), of: TrackMenu()).result == .notNow("the channel has one sound only"))
    }

    @Test("Subtitles by number, name or language; after the last comes off")
    func subtitles() {
        let french = ChannelMemory.Choice.text(.rendition(RenditionChoice(tracks.texts[0].rendition)))
        for track in [Command.Track.next, .number(1), .name("fr")] {
            #expect(TrackPick(subtitles: track, of: tracks).choice == french)
        }
        var chosen = tracks
        chosen.texts[0].isSelected = true
        for pick in [TrackPick(subtitles: .next, of: chosen), TrackPick(subtitles: .off, of: tracks)] {
            #expect(pick.choice == .text(.off) && pick.result == .done)
            #expect(pick.notice == TrackNotice(.subtitles, nil))
        }
        #expect(TrackPick(subtitles: .name("xx"), of: tracks).result == .failed("there are no such subtitles"))
        let none = TrackPick(subtitles: .next, of: TrackMenu())
        #expect(none.result == .nothingToDo && none.notice == TrackNotice(.subtitles, nil) && none.choice == nil)
        #expect(TrackPick(subtitles: .number(1), of: TrackMenu()).result == .notNow("the channel has no subtitles"))
    }
}
