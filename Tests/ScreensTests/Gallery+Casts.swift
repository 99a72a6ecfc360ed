import MediaCore
import Screens

extension Gallery {
    static let cast = CastState(
        sender: "BubbleUPnP (192.168.178.31)", title: "The Lighthouse of Ōshima", end: time + .seconds(22))

    static let longCast = CastState(
        sender: "The telephone of the grandparents’ living room (192.168.178.131)",
        title: "Variations on a theme that nobody has ever heard, in the version for two pianos, harmonium and choir",
        subtitle: "Orchestra of the broadcasting corporation, with soloists", end: time + .seconds(9))
}
