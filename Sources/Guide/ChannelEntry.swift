/// One channel as a list gives it.
package struct ChannelEntry: Hashable, Sendable, Codable {
    /// What stands after the first comma outside quotes; else `tvg-name`; else the address's file name.
    package var name: String
    package var url: String
    /// Further addresses that followed the first one: where else it may be had.
    package var alternateURLs: [String] = []
    /// `tvg-id`, `channel-id`.
    package var guideID: String?
    /// `tvg-name`.
    package var guideName: String?
    /// `tvg-logo`.
    package var logo: String?
    /// `tvg-chno`, `channel-number`, as written.
    package var number: String?
    /// `group-title` split at `;`, else the `#EXTGRP` in force.
    package var groups: [String] = []
    /// `radio="true"`.
    package var isRadio = false
    /// `tvg-rating`, such as `18` or `TV-14`; `censored="1"` and a `parent-code` mean adult.
    package var rating: ContentRating = .unrated
    /// Request headers that the address wants: from `|User-Agent=…`, `#EXTVLCOPT:http-…`,
    /// `#KODIPROP:…stream_headers=…`. May hold secrets: never logged.
    package var headers: [String: String] = [:]
    /// Every attribute of `#EXTINF`, by its lower-case name.
    package var attributes: [String: String] = [:]
    /// `#KODIPROP` and `#EXTVLCOPT`, by their lower-case names.
    package var properties: [String: String] = [:]
    /// Line of the address in the list, from 1.
    package var line: Int

    package init(name: String, url: String, line: Int = 0) {
        self.name = name
        self.url = url
        self.line = line
    }
}
