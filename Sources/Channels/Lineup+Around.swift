extension Lineup {
    /// The channels around one, in order, where a list shows but a part of them; the first ones where it is not there.
    package func around(_ id: Channel.ID?, most: Int) -> ArraySlice<Channel> {
        let middle = id.flatMap(index(of:)) ?? 0
        let start = max(0, min(middle - most / 2, channels.count - most))
        return channels[start..<min(channels.count, start + most)]
    }
}
