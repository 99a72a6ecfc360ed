import CCurl
import Glibc

/// Tracks libcurl's open sockets, by the origin they were opened for: libcurl itself does not tell whether it
/// keeps a connection. Lives on the network thread.
final class OpenSockets {
    private var origins: [curl_socket_t: URLOrigin] = [:]

    /// Makes `easy` report the sockets it opens and closes. `transfer` must outlive its sockets, and this
    /// object libcurl.
    func watch(_ easy: UnsafeMutableRawPointer, for transfer: Transfer) {
        hearth_curl_on_socket_made(easy, socketMade)
        hearth_curl_pointer(easy, CURLOPT_SOCKOPTDATA, Unmanaged.passUnretained(transfer).toOpaque())
        hearth_curl_on_socket_close(easy, socketClosed)
        hearth_curl_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The number of sockets open to an origin, in use or idle.
    func count(of origin: URLOrigin) -> Int { origins.count { $0.value == origin && Self.isOpen($0.key) } }

    private static func isOpen(_ socket: curl_socket_t) -> Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        // A socket that is still being connected has neither.
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == ENOTCONN))
    }

    fileprivate func opened(_ socket: curl_socket_t, _ origin: URLOrigin?) {
        origins[socket] = origin
    }

    fileprivate func closed(_ socket: curl_socket_t) {
        origins[socket] = nil
        close(socket)
    }
}

private func socketMade(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _: curlsocktype) -> Int32 {
    guard let context else { return CURL_SOCKOPT_OK }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    transfer.sockets?.opened(socket, transfer.origin)
    return CURL_SOCKOPT_OK
}

private func socketClosed(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    guard let context else { return close(socket) }
    Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().closed(socket)
    return 0
}
