import FoundationEssentials

/// What a viewer said of what is on, and of what exactly.
package struct FeedbackInfo: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable { case like, dislike, bookmark }

    package var kind: Kind
    package var item: NowPlayingInfo.Item
    /// The seconds since its beginning.
    package var position: Double?
    package var date: Date

    enum CodingKeys: String, CodingKey {
        case kind, item, date
        case position = "position_s"
    }

    package init(kind: Kind, item: NowPlayingInfo.Item, position: Double?, date: Date) {
        self.kind = kind
        self.item = item
        self.position = position
        self.date = date
    }
}
