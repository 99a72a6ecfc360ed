import MediaCore

extension Player {
    /// A break that plays in place of an item: what a viewer is told of it.
    package struct BreakStatus: Sendable, Hashable {
        /// Names the break within its presentation.
        package var id: String
        /// The asset that plays, from 1, and the number of assets, of all breaks at this place.
        package var asset = 1
        package var assetCount = 1
        /// How much of it was played.
        package var played = Duration.zero
        /// How long it is, what was played of it included; nil: not known.
        package var duration: Duration?
        /// Whether the viewer may skip the rest now.
        package var canSkip = false
        /// The time until he may; nil: he may, or never.
        package var skipsIn: Duration?
        /// Whether it has to be watched.
        package var restrictsSkip = false
        /// Whether it is waited for, and nothing of it plays.
        package var isWaiting = false

        package init(id: String) {
            self.id = id
        }

        /// What is left of it; nil: not known.
        package var left: Duration? { duration.map { max(.zero, $0 - played) } }
    }
}
