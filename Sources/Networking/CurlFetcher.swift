import Base
import CCurl
import Devices
import Foundation
import MediaCore
import Synchronization

/// Fetches over HTTP/1.1 and HTTP/2 with libcurl's multi interface, on one thread, `hearth-net`,
/// which waits in epoll. Bytes are handed on as the socket gives them.
///
/// Connections are kept and shared by all fetches. Proxies come from the environment, as for the
/// curl program. When the fetcher goes, its unfinished fetches end as cancelled.
package final class CurlFetcher: Fetcher {
    /// The version of the libcurl that was loaded, for example 7.88.1.
    package static let version =
        String(cString: curl_version()).split(separator: " ").first?.split(separator: "/").last.map(String.init)
        ?? "unknown"

    package struct Options: Sendable {
        /// The socket to which every request goes; the URL then only names the path and the `Host`.
        package var unixSocketPath: String?
        /// A file of trusted certificates (PEM) instead of the system's.
        package var certificateFile: String?
        package var connectionsPerHost = 6
        package var connections = 32
        /// Whether an idle connection is kept beside one that is busy with a long body: a request made when that
        /// body is given up, which ends its connection, then needs no new one. Not where a connection carries many
        /// requests (HTTP/2), nor where it would be the last that a host may have.
        package var keepsSpare = false
        /// The time to that body's first byte from which on three are kept: the beginning of the next one may come over all.
        package var longTrip: Duration = .milliseconds(10)
        package var userAgent = "Hearth/0.1"
        /// The proxy for `http` URLs; nil: as libcurl reads the environment. `no_proxy` holds in either case.
        package var httpProxy = ProxyEnvironment.httpProxy(ProcessInfo.processInfo.environment)

        /// Whether requests may go through a proxy, which then is what says where they may lead.
        package var mayUseProxy = ProxyEnvironment.hasProxy(ProcessInfo.processInfo.environment)

        package init(unixSocketPath: String? = nil, certificateFile: String? = nil) {
            self.unixSocketPath = unixSocketPath
            self.certificateFile = certificateFile
        }
    }

    private let commands: CommandQueue
    private let thread: NamedThread

    package init(options: Options = Options()) throws(SystemCallError) {
        let commands = CommandQueue(wake: try EventDescriptor())
        // Made here so that the caller sees its failure.
        let poller = try SocketPoller()
        thread = try NamedThread("hearth-net", stackBytes: 1 << 20) {
            TransferLoop(options: options, commands: commands, poller: poller).run()
        }
        self.commands = commands
    }

    deinit {
        commands.post(.stop)
    }

    @discardableResult
    package func fetch(
        _ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchHandle {
        CommandFetcher(commands: commands).fetch(request, handler)
    }
}

/// Starts fetches on the network thread.
struct CommandFetcher: Fetcher {
    let commands: CommandQueue

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let handle = CurlFetchHandle(commands: commands)
        commands.post(.start(request, handle, requested: MonotonicClock().now, handler))
        return handle
    }
}

/// The handle that cancels a fetch. After that no further piece is begun to be delivered.
final class CurlFetchHandle: FetchHandle {
    private let cancelled = Atomic(false)
    private let commands: CommandQueue
    /// The requests for the parts of its body; nil: it is one request. The network thread hands orders on to them.
    let striped = Locked<StripedFetch?>(nil)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    init(commands: CommandQueue) {
        self.commands = commands
    }

    func cancel() {
        if !cancelled.exchange(true, ordering: .acquiringAndReleasing) {
            commands.post(.cancel(self))
        }
    }

    func pause() { commands.post(.rest(self, .paused)) }
    func giveWay() { commands.post(.rest(self, .givingWay)) }
    func resume() { commands.post(.rest(self, .none)) }
    func setWindow(_ bytes: Int?) { commands.post(.setWindow(self, bytes)) }
}
