import MediaCore

/// What a request for an interstitial's assets, or for their list, tells the server in its query (Appendix D).
package struct InterstitialRequest: Sendable, Hashable {
    /// Names the playing of the presentation to which the interstitial belongs (`_HLS_primary_id`).
    package var primaryID: String
    /// How far in a live interstitial the viewer joins it (`_HLS_start_offset`), for a list of assets alone; nil: it is
    /// played from its beginning.
    package var startOffset: Duration?

    package init(primaryID: String, startOffset: Duration? = nil) {
        self.primaryID = primaryID
        self.startOffset = startOffset
    }

    private static let (primaryName, offsetName) = ("_HLS_primary_id", "_HLS_start_offset")

    /// `url` with this behind its own parameters.
    package func applied(to url: String) -> String {
        var components = URLComponents(url)
        var pairs = ["\(Self.primaryName)=\(primaryID)"]
        if let startOffset {
            let thousandths = max(0, startOffset.nanoseconds / 1_000_000)
            let rest = "\(thousandths % 1000)"
            pairs.append(
                "\(Self.offsetName)=\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)")
        }
        components.replaceParameters([Self.primaryName, Self.offsetName], with: pairs)
        return components.text
    }
}
