import Devices
import Guide

/// Where a guide comes from.
package struct GuideSource: Hashable, Sendable {
    /// A file's path, or an http(s) URL.
    package var url: String
    /// Where it may lead: a list from elsewhere names only what lies in public, or where the list itself lies.
    package var reach: AddressReach

    package init(url: String, reach: AddressReach = .everything) {
        self.url = url
        self.reach = reach
    }

    /// The guides that a channel list names, in its order.
    static func named(in list: ChannelList) -> [GuideSource] {
        let reach = list.entries.lazy.compactMap(\.reach).first ?? .everything
        return list.guides.map { GuideSource(url: $0, reach: reach) }
    }
}
