/// The fault that the network is as `shape` says.
package final class NetworkFault: Fault {
    package let kind: FaultKind
    private let shape: NetworkShape
    private let link: NetworkLink
    private let shell: (String) throws -> String
    private var isStruck = false

    /// - Parameter shell: runs a command as root where `link` is; returns its output and its error
    ///   output
    package init(
        _ kind: FaultKind, _ shape: NetworkShape, on link: NetworkLink, shell: @escaping (String) throws -> String
    ) {
        self.kind = kind
        self.shape = shape
        self.link = link
        self.shell = shell
    }

    /// The three network faults, as a viewer meets them: an unplugged cable; a line that carries the
    /// smallest variant of a channel, and not the best; Wi-Fi through two walls.
    package static func all(
        on link: NetworkLink, shell: @escaping (String) throws -> String
    ) -> [NetworkFault] {
        [
            NetworkFault(.networkCut, .cut, on: link, shell: shell),
            NetworkFault(
                .networkSlow, NetworkShape(delay: .milliseconds(60), rate: 1_000_000), on: link, shell: shell),
            NetworkFault(
                .networkLossy, NetworkShape(delay: .milliseconds(30), jitter: .milliseconds(5), loss: 0.01), on: link,
                shell: shell),
        ]
    }

    package func strike() throws {
        isStruck = true
        try run(link.commands(for: shape))
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try run(link.clearing)
    }

    private func run(_ commands: [String]) throws {
        for command in commands {
            let said = try shell(command)
            guard said.isEmpty else { throw FaultNotMade(kind: kind, command: command, said: said) }
        }
    }
}
