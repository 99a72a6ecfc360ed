/// The tracks of a piece that are served.
package enum TrackSelection: Sendable, Hashable {
    case all
    case videoOnly
    case audioOnly
}
