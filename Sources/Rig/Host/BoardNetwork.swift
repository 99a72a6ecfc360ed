/// Board U's network in real time: the origin is on the host, in a network of the board's own
/// (`scripts/board/network`), at the other end of a tap. In simulated time the host would look infinitely
/// slow: there the origin is on the board.
package struct BoardNetwork: Sendable {
    /// The origin's address, as the board sees it.
    package static let origin = "http://10.99.0.1:8080"
    /// The board's interface, which is shaped on the board itself.
    package static let link = NetworkLink.interface("vec0")

    private let checkout: Checkout

    package init(_ checkout: Checkout) { self.checkout = checkout }

    /// The command that runs `words` in that network, with the origin beside it. Everything ends with
    /// that command, and nothing is left behind.
    ///
    /// - Parameter words: `scripts/board/run --net …`
    package func command(_ words: [String]) -> [String] {
        [checkout.script("board/network"), "--origin", "\(checkout.programs)/hearth-origin", "--"] + words
    }
}
