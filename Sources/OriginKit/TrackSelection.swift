/// Which tracks of a piece are served.
package enum TrackSelection: Sendable, Hashable {
    case all
    case videoOnly
    case audioOnly
}
