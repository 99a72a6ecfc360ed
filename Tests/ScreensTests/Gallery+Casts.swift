import MediaCore
import Screens

extension Gallery {
    static let cast = CastState(
        sender: "BubbleUPnP (192.168.178.31)", title: "The Lighthouse of Ōshima", end: time + .seconds(22))

    static let renderers: ListState = {
        func row(_ id: String, _ title: String, _ detail: String?, _ note: String? = nil) -> ListState.Row {
            var row = ListState.Row(id: "renderer:\(id)", title: title)
            (row.detail, row.note) = (detail, note)
            return row
        }
        return ListState(
            .renderers,
            rows: [
                row("", "Bring back here", "The Lighthouse of Ōshima"), row("1", "Kitchen", "Hearth", "Playing"),
                row("2", "Living room television of the grandparents, downstairs", "Smart TV DLNA 1.50"),
                row("3", "Bathroom", nil),
            ])
    }()

    /// A song with the picture on its sleeve.
    static let cover: SoundOnlyState = {
        var state = SoundOnlyState(channel: one, programme: piece, picture: "poster")
        state.isCover = true
        return state
    }()

    static let longCast = CastState(
        sender: "The telephone of the grandparents’ living room (192.168.178.131)",
        title: "Variations on a theme that nobody has ever heard, in the version for two pianos, harmonium and choir",
        subtitle: "Orchestra of the broadcasting corporation, with soloists", end: time + .seconds(9))
}
