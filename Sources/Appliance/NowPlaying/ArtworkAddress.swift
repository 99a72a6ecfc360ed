import Channels
import Devices

/// Addresses of pictures that may be told to other programs.
enum ArtworkAddress {
    /// The address, if it is public: of http or https, without an account or a query, and not of the server that the
    /// channel itself comes from, where the path may hold an account.
    static func shown(_ address: String?, of channel: Channel?) -> String? {
        guard let address, !address.contains("?"), let origin = URLOrigin(address),
            origin.scheme == "http" || origin.scheme == "https",
            let authority = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(2)
                .first,
            !authority.contains("@")
        else { return nil }
        if let channel, URLOrigin(channel.url)?.host == origin.host { return nil }
        return address
    }
}
