import Commands
import Overlays
import Screens

extension Gallery {
    /// The home of an evening: a film that was begun, favourites, a group, buttons of the owner's.
    static func home(isOther: Bool = false) -> HomeState {
        var state = HomeState(playing: isOther ? long : one, deeds: HomeState.Deed.allCases)
        state.programme = isOther ? longProgramme : programme
        func card(_ channel: ChannelLabel, _ programme: ProgrammeLabel?) -> OverlayCard {
            OverlayCard(.channel, channel, programme: programme)
        }
        var film = ProgrammeLabel(title: "The Night Tower", progress: 0.6)
        film.picture = "poster"
        let channels = numbered(9)
        state.rows = [
            OverlayState.Row(title: "Continue watching", .cards([card(two, film)])),
            OverlayState.Row(
                title: "Favourites",
                .cards([card(one, programme), card(long, longProgramme)] + channels.map { card($0, nil) })),
            OverlayState.Row(title: long.group ?? "News", .cards(channels.map { card($0, programme) })),
            OverlayState.Row(
                title: "House", .buttons([.init("Subtitles", .command(.subtitles(.next))), .init("Close", .close)])),
        ]
        if isOther { state.rows.removeFirst() }
        return state
    }
}
