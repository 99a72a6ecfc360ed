import Devices

/// One channel as a list describes it.
package struct ChannelEntry: Hashable, Sendable, Codable {
    /// The channel's name: the text after the first comma outside quotes; else `tvg-name`; else the
    /// address's file name.
    package var name: String
    package var url: String
    /// Further addresses for the same channel: those of `#EXTBACKUP`, and those that followed the first one.
    package var alternateURLs: [String] = []
    /// The id in the guide: `tvg-id`, `channel-id`.
    package var guideID: String?
    /// The name in the guide: `tvg-name`.
    package var guideName: String?
    /// The minutes by which the channel's programmes begin later than its guide says: `tvg-shift`, else the list's.
    package var guideShift: Int?
    /// The logo's address: `tvg-logo`.
    package var logo: String?
    /// The channel's number as written: `tvg-chno`, `channel-number`.
    package var number: String?
    /// The groups: `group-title` split at `;`, else the `#EXTGRP` in force.
    package var groups: [String] = []
    /// Whether it is a radio channel: `radio="true"`.
    package var isRadio = false
    /// The rating: `tvg-rating`, such as `18` or `TV-14`; `censored="1"` and a `parent-code` mean
    /// adult.
    package var rating: ContentRating = .unrated
    /// Request headers that the address wants: from `|User-Agent=…`, `#EXTVLCOPT:http-…`,
    /// `#KODIPROP:…stream_headers=…`. May hold secrets: never logged.
    package var headers: [String: String] = [:]
    /// The names of those headers that the list wants sent wherever the channel's media lies, not to the address's own
    /// origin alone: `#EXTVLCOPT:http-…` and `stream_headers` are meant so. Nil: none.
    package var sharedHeaders: Set<String>?
    /// Where the address may lead, because the list comes from there; nil: anywhere, as the list is the owner's own.
    package var reach: AddressReach?
    /// The attributes of `#EXTINF` that have no place here, by their lower-case names: `catchup`, `catchup-source`, …
    package var attributes: [String: String] = [:]
    /// The properties of `#KODIPROP` and `#EXTVLCOPT`, by their lower-case names, and `playlist-type`: `VOD` of
    /// `#EXT-X-PLAYLIST-TYPE`.
    package var properties: [String: String] = [:]
    /// The line of the address in the list, from 1.
    package var line: Int

    package init(name: String, url: String, line: Int = 0) {
        self.name = name
        self.url = url
        self.line = line
    }

    /// Whether who names an address may set this header: none that says where a message goes or where it ends.
    package static func allows(header name: String, _ value: String) -> Bool {
        StreamAddress.isAllowed(header: name, value)
    }
}
