extension Channel {
    /// The same channel at another of its addresses.
    func at(_ url: String) -> Channel {
        var channel = self
        channel.url = url
        return channel
    }

    /// The same channel from where another entry of the list has it: with that entry's address, headers and reach, and
    /// all else as it is.
    func from(_ other: Channel) -> Channel {
        var channel = self
        (channel.url, channel.headers, channel.sharedHeaders) = (other.url, other.headers, other.sharedHeaders)
        channel.reach = other.reach
        return channel
    }
}
