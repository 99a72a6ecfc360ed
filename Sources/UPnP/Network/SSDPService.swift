import Base
import Devices
import MediaCore
import Synchronization

/// Lets control points find the renderer, in every network that the machine is in. The thread `hearth-ssdp` owns the
/// sockets; what is sent when is `SSDPAnnouncer`'s.
package final class SSDPService: Sendable {
    private let device: RendererDescription
    private let httpPort: Int
    private let server: String
    private let addresses: @Sendable () -> [String]
    private let clock: any HostClock
    private let waker: EventDescriptor
    private let isStopping = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)
    private let onTrouble: @Sendable (String) -> Void

    /// So often it is looked whether the machine has other addresses.
    private static let look = Duration.seconds(15)
    /// So many datagrams are read before what is due is sent.
    private static let mostAtOnce = 64

    /// - Parameters:
    ///   - addresses: the machine's, in the networks where it is to be found; asked every quarter of a minute
    ///   - onTrouble: told of a network that can't be joined
    package init(
        _ device: RendererDescription, httpPort: Int, server: String, addresses: @escaping @Sendable () -> [String],
        clock: any HostClock,
        onTrouble: @escaping @Sendable (String) -> Void
    ) throws {
        (self.device, self.httpPort, self.server, self.addresses) = (device, httpPort, server, addresses)
        self.clock = clock
        self.onTrouble = onTrouble
        waker = try EventDescriptor()
    }

    package func start() throws {
        try thread.withLock { thread in
            guard thread == nil else { return }
            thread = try NamedThread("hearth-ssdp") { [self] in run() }
        }
    }

    /// Says that the renderer goes, and ends. Blocks for as long as that takes: some milliseconds.
    package func stop() {
        isStopping.store(true, ordering: .releasing)
        waker.signal()
        thread.withLock { $0.take() }?.join()
    }

    // MARK: - On hearth-ssdp

    private func run() {
        var announcer = SSDPAnnouncer(device, httpPort: httpPort, server: server)
        let lines = Lines()
        var nextLook = HostTime.zero
        while !isStopping.load(ordering: .acquiring) {
            let now = clock.now
            if now >= nextLook {
                nextLook = now + Self.look
                lines.join(addresses(), onTrouble)
                lines.send(announcer.handle(.addresses(lines.addresses), at: now))
            }
            let wake = min(nextLook, announcer.nextWake ?? nextLook)
            lines.wait(waker, milliseconds: Int32(clamping: (wake - now).nanoseconds / 1_000_000 + 1))
            waker.drain()
            lines.receive(most: Self.mostAtOnce) { bytes, asker in
                lines.send(announcer.handle(.datagram(bytes, from: asker), at: clock.now))
            }
            lines.send(announcer.handle(.wake, at: clock.now))
        }
        lines.send(announcer.handle(.leaving, at: clock.now))
    }

    /// The networks that were joined.
    private final class Lines {
        private var lines: [MulticastLine] = []
        /// The networks of which it was said that they can't be joined.
        private var told: Set<String> = []

        var addresses: [String] { lines.map(\.local) }

        func join(_ addresses: [String], _ onTrouble: (String) -> Void) {
            lines.removeAll { !addresses.contains($0.local) }
            for address in addresses where !self.addresses.contains(address) {
                do throws(SystemCallError) {
                    lines.append(
                        try MulticastLine(joining: SSDPAnnouncer.group, port: SSDPAnnouncer.port, in: address))
                    told.remove(address)
                } catch {
                    // It is tried again, and said once.
                    guard told.insert(address).inserted else { continue }
                    onTrouble("the network of \(address) can't be joined: \(error)")
                }
            }
        }

        func wait(_ waker: borrowing EventDescriptor, milliseconds: Int32) {
            MulticastLine.wait(for: lines, waker: waker.raw, milliseconds: milliseconds)
        }

        func receive(most: Int, _ take: ([UInt8], SSDPAnnouncer.Asker) -> Void) {
            for line in lines {
                var left = most
                while left > 0, let (bytes, address, port) = line.receive() {
                    left -= 1
                    take(bytes, SSDPAnnouncer.Asker(address: address, port: port, local: line.local))
                }
            }
        }

        func send(_ messages: [SSDPAnnouncer.Message]) {
            for message in messages {
                lines.first { $0.local == message.local }?.send(
                    message.text, to: message.asker?.address ?? SSDPAnnouncer.group,
                    port: message.asker?.port ?? SSDPAnnouncer.port)
            }
        }
    }
}
