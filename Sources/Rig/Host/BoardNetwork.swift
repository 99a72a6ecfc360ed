/// Board U's network in real time: the origin is on the host, in a network of the board's own
/// (`scripts/board/network`), at the other end of a tap. In simulated time the host would look infinitely
/// slow: there the origin is on the board.
package struct BoardNetwork: Sendable {
    /// Of the origin, as the board sees it.
    package static let origin = "http://10.99.0.1:8080"
    /// Of the board's interface, which is shaped on the board itself.
    package static let link = NetworkLink.interface("vec0")

    private let checkout: Checkout

    package init(_ checkout: Checkout) { self.checkout = checkout }

    /// The command that runs `words` in there, the origin beside it. All of it ends with that command,
    /// and leaves nothing behind.
    ///
    /// - Parameter words: `scripts/board/run --net …`
    package func command(_ words: [String]) -> [String] {
        [checkout.script("board/network"), "--origin", "\(checkout.programs)/hearth-origin", "--"] + words
    }
}
