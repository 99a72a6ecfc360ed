import Devices
import Guide

/// A channel of the lineup.
package struct Channel: Hashable, Sendable, Identifiable {
    package typealias ID = String

    /// The channel's id: its `tvg-id` where that is unique; else made from its name. The same after
    /// a reload.
    package var id: ID
    /// The channel's number, from 1; unique in its lineup.
    package var number: Int
    package var name: String
    package var logo: String?
    package var url: String
    package var alternateURLs: [String]
    /// The request headers that the channel wants. May hold secrets: never logged.
    package var headers: [String: String]
    /// The names of those headers that go wherever its media lies, not to the address's own origin alone.
    package var sharedHeaders: Set<String>
    /// Where its address may lead, because its list comes from there; nil: anywhere, as the list is the owner's own.
    package var reach: AddressReach?
    package var groups: [String]
    /// What its list calls it; nil: the same.
    package var listNames: ListNames?
    package var isFavourite: Bool
    package var isRadio: Bool
    package var rating: ContentRating
    /// The name that matches the guide: `tvg-id` and `tvg-name`.
    package var guideID: String?
    package var guideName: String?
    /// The minutes by which its programmes begin later than its guide says.
    package var guideShift: Int
    /// What was chosen by hand as its guide.
    package var guideChoice: GuideChoice?

    /// Whether it is an input of the box: one player has it at a time, and it costs nothing of the line.
    package var isInput: Bool { InputAddress.name(of: url) != nil }

    package init(id: ID, number: Int, entry: ChannelEntry, isFavourite: Bool = false) {
        self.id = id
        self.number = number
        name = entry.name
        logo = entry.logo
        url = entry.url
        alternateURLs = entry.alternateURLs
        headers = entry.headers
        sharedHeaders = entry.sharedHeaders ?? []
        reach = entry.reach
        groups = entry.groups
        self.isFavourite = isFavourite
        isRadio = entry.isRadio
        rating = entry.rating
        guideID = entry.guideID
        guideName = entry.guideName
        guideShift = entry.guideShift ?? 0
    }
}
