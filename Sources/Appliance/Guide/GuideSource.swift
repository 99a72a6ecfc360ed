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

    /// The guides that a channel list names, in its order: addresses with a comma between them.
    static func named(in list: ChannelList) -> [GuideSource] {
        let reach = list.entries.lazy.compactMap(\.reach).first ?? .everything
        var seen: Set<Substring> = []
        return ["x-tvg-url", "url-tvg", "tvg-url"].flatMap { name in
            // A comma may be part of an address: only one before another address stands between two.
            (list.attributes[name] ?? "").split(separator: ",").reduce(into: [Substring]()) { urls, piece in
                let text = piece.drop { $0.isWhitespace }
                if text.hasPrefix("http://") || text.hasPrefix("https://") {
                    urls.append(text)
                } else if let last = urls.popLast() {
                    urls.append(last + "," + piece)
                }
            }
        }
        .map { url in url.prefix { !$0.isWhitespace } }.filter { seen.insert($0).inserted }
        .map { GuideSource(url: String($0), reach: reach) }
    }
}
