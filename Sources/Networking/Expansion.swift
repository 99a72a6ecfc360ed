/// How much a compressed body may grow: a small one that becomes a great one was made to fill memory.
enum Expansion {
    /// The largest ratio of what came out to what came in. Lists and playlists, which repeat themselves, come to 60.
    static let ratio = 200
    /// What may come out whatever came in.
    static let free = 4 << 20

    /// - Parameters:
    ///   - received: the bytes of the body as they came.
    ///   - expanded: the bytes that they became.
    static func allows(received: Int, expanded: Int) -> Bool {
        guard expanded > free else { return true }
        let (most, overflow) = max(0, received).multipliedReportingOverflow(by: ratio)
        return overflow || expanded <= most
    }
}
