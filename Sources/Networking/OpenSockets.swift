import CCurl
import CLinux
import Devices
import Glibc

/// Tracks libcurl's open sockets, by the origin they were opened for, and says from which pool a request is to take
/// its connection: libcurl itself does not tell whether it keeps a connection. Lives on the network thread.
///
/// Pool 0 is everybody's. Each connection that was opened for a bounded request has a pool of its own, for two
/// reasons. A window that a download has opened wide stays open until as much has come, so a bounded request on such
/// a connection would not be bounded. And libcurl (7.88) takes a busy HTTP/1.1 connection for one that can be shared,
/// where it stands beside one of HTTP/2.
final class OpenSockets {
    /// The bytes that are allowed a bounded connection; the kernel doubles them, and half of that is overhead.
    static let little = 32 << 10

    /// The bytes that may be on their way to a socket.
    private struct Window: Equatable {
        var bytes: Int
        /// Whether they are more than befits a bounded request.
        var isWide: Bool
    }

    private struct Connection {
        var origin: URLOrigin?
        var pool: Int
        /// What was bounded; nil: it was left to the kernel.
        var window: Window?
        /// Whether its window may have been opened wide.
        var isGrown = false
        /// Whether it carries several requests at once.
        var isMultiplexed = false
    }

    private var connections: [curl_socket_t: Connection] = [:]
    private var lastPool = 0

    /// Makes `easy` report the sockets it opens and closes. `transfer` must outlive its sockets, and this
    /// object libcurl.
    func watch(_ easy: UnsafeMutableRawPointer, for transfer: Transfer) {
        hearth_curl_on_socket_made(easy, socketMade)
        hearth_curl_pointer(easy, CURLOPT_SOCKOPTDATA, Unmanaged.passUnretained(transfer).toOpaque())
        hearth_curl_on_socket_close(easy, socketClosed)
        hearth_curl_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The number of sockets open to an origin, in use or idle.
    func count(of origin: URLOrigin) -> Int { open(to: origin).count }

    /// The number of connections to an origin in everybody's pool over which nothing goes now; nil: all requests go over one.
    func idle(of origin: URLOrigin, among transfers: some Collection<Transfer>) -> Int? {
        let open = open(to: origin)
        guard !open.contains(where: \.isMultiplexed) else { return nil }
        return max(0, open.count { $0.pool == 0 } - transfers.count { $0.pool == 0 && $0.origin == origin })
    }

    /// Chooses the pool from which a request takes its connection, so that it finds an idle one where there is any
    /// that serves.
    /// - Parameters:
    ///   - transfers: those under way.
    ///   - limit: the number of connections that a host may have.
    func pool(
        for request: FetchRequest, among transfers: some Collection<Transfer>, limit: Int
    ) -> Int {
        guard let origin = URLOrigin(request.url), request.isBounded || lastPool > 0 else { return 0 }
        let open = open(to: origin)
        let busy = Set(transfers.map(\.pool))
        let idle = request.needsNewConnection ? [] : open.filter { $0.pool > 0 && !busy.contains($0.pool) }
        if request.isBounded {
            if let small = idle.first(where: { !$0.isGrown }) { return small.pool }
            // Servers that count connections speak HTTP/1.1: a bounded request then takes what there is.
            guard origin.scheme == "https" || open.count < limit else { return idle.first?.pool ?? 0 }
            lastPool = lastPool < Int(Int32.max) ? lastPool + 1 : 1
            return lastPool
        }
        let common = open.filter { $0.pool == 0 }
        let busyInCommon = transfers.count { $0.pool == 0 && $0.origin == origin }
        if common.count > busyInCommon || common.contains(where: \.isMultiplexed) { return 0 }
        return (idle.first(where: \.isGrown) ?? idle.first)?.pool ?? 0
    }

    /// Whether this is one of libcurl's connections, and not a socket of its resolver.
    func isConnection(_ socket: curl_socket_t) -> Bool { connections[socket] != nil }

    func noteMultiplexed(_ socket: curl_socket_t) { connections[socket]?.isMultiplexed = true }

    /// Bounds what may be on its way to a connected socket, or leaves that to the kernel again. Set before the socket is
    /// connected, a bound would hold for good.
    ///
    /// The bound is never less than some packets: into a window of less than one the other end sends nothing until a
    /// timer of 200 ms runs out (RFC 9293 3.8.6.2.1), and packets of the loopback interface hold 64 kB.
    ///
    /// - Parameter bytes: how many, `little` or more; nil: as many as the kernel sees fit.
    func setWindow(_ bytes: Int?, _ socket: curl_socket_t) {
        guard let connection = connections[socket] else { return }
        let bytes = bytes.flatMap { Self.bound($0, packet: Int(hearth_tcp_packet(socket))) }
        if bytes.map({ $0.isWide }) ?? true { connections[socket]?.isGrown = true }
        guard connection.window != bytes else { return }
        connections[socket]?.window = bytes
        // Of what is allowed to a wider one a third more comes (Linux 6.18).
        let told = bytes.map { Int32(clamping: $0.isWide ? max(Self.little, $0.bytes / 4 * 3) : $0.bytes) }
        _ = hearth_socket_bound(socket, told ?? 0)
    }

    /// What a connection is bounded to for `bytes`, where a packet holds at most `packet` bytes; nil: it is not.
    private static func bound(_ bytes: Int, packet: Int) -> Window? {
        if bytes <= little { return Window(bytes: max(little, packet * 2), isWide: false) }
        return bytes >= packet * 4 ? Window(bytes: bytes, isWide: true) : nil
    }

    /// The connection's least round trip of late; nil where unknown.
    func roundTrip(_ socket: curl_socket_t) -> Duration? {
        let microseconds = connections[socket] == nil ? 0 : hearth_tcp_round_trip(socket)
        return microseconds == 0 ? nil : .microseconds(Int64(microseconds))
    }

    private func open(to origin: URLOrigin) -> [Connection] {
        connections.filter { $0.value.origin == origin && Self.isOpen($0.key) }.map(\.value)
    }

    private static func isOpen(_ socket: curl_socket_t) -> Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        // A socket that is still being connected has neither.
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == ENOTCONN))
    }

    fileprivate func opened(_ socket: curl_socket_t, _ origin: URLOrigin?, pool: Int) {
        connections[socket] = Connection(origin: origin, pool: pool)
    }

    fileprivate func closed(_ socket: curl_socket_t) {
        connections[socket] = nil
        close(socket)
    }
}

private func socketMade(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _: curlsocktype) -> Int32 {
    guard let context else { return CURL_SOCKOPT_OK }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    transfer.sockets?.opened(socket, transfer.origin, pool: transfer.pool)
    return CURL_SOCKOPT_OK
}

private func socketClosed(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    guard let context else { return close(socket) }
    Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().closed(socket)
    return 0
}
