import Base
import CLinux
import Foundation
import Glibc

/// A server on 127.0.0.1 that answers each request exactly as the test says, byte for byte.
final class LoopbackServer: Sendable {
    /// One accepted connection, on its own thread.
    struct Connection {
        let descriptor: Int32
        /// The connection's number, counted from 0 over the server's life.
        let number: Int

        func send(_ text: String) { send(Array(text.utf8)) }

        func send(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(
                        descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return }
                sent += count
            }
        }

        /// Waits until the client has closed.
        func waitForClose() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }

        /// Makes closing send RST instead of FIN.
        func resetOnClose() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        }

        /// Reads the next request's head and body; nil when the client has closed.
        fileprivate func request() -> Request? {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
                guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
                bytes.append(byte)
            }
            var request = Request(head: String(decoding: bytes, as: UTF8.self))
            let length = Int(request.header("content-length") ?? "") ?? 0
            while request.body.count < length, recv(descriptor, &byte, 1, 0) == 1 { request.body.append(byte) }
            return request
        }
    }

    struct Request {
        var head: String
        var body: [UInt8] = []

        var method: String { String(head.split(separator: " ")[0]) }
        var path: String { String(head.split(separator: " ")[1]) }

        func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts[0].lowercased() == name { return parts[1].trimmingCharacters(in: .whitespaces) }
            }
            return nil
        }
    }

    let port: Int
    private let listener: Listener

    /// The listening socket, open as long as the accepting thread may use it: if closed earlier,
    /// its number might be another server's by then, whose connections it would take.
    private final class Listener: Sendable {
        let descriptor: OwnedDescriptor

        init(_ descriptor: consuming OwnedDescriptor) {
            self.descriptor = descriptor
        }
    }

    /// Starts a server. `answer` returns true to keep the connection open for another request.
    init(unixPath: String? = nil, _ answer: @escaping @Sendable (Connection, Request) -> Bool) throws {
        let family = unixPath == nil ? AF_INET : AF_UNIX
        let listener = Listener(
            OwnedDescriptor(
                taking: try checked("socket") { socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
            ))
        self.listener = listener
        let raw = listener.descriptor.raw
        if let unixPath {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: unixPath.utf8) }
            try Self.bind(raw, to: &address)
            port = 0
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            try Self.bind(raw, to: &address)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            _ = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(raw, $0, &length) }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
        }
        try checked("listen") { listen(raw, 512) }
        // This thread ends when `deinit` shuts the listener down.
        _ = try NamedThread("test-accept") {
            var number = 0
            while true {
                let descriptor = accept(listener.descriptor.raw, nil, nil)
                if descriptor < 0 { return }
                let connection = Connection(descriptor: descriptor, number: number)
                number += 1
                _ = try? NamedThread("test-connection", stackBytes: 256 << 10) {
                    var on: Int32 = 1
                    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
                    while let request = connection.request(), answer(connection, request) {}
                    close(descriptor)
                }
            }
        }
    }

    deinit { shutdown(listener.descriptor.raw, Int32(SHUT_RDWR)) }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private static func bind<Address>(_ descriptor: Int32, to address: inout Address) throws {
        _ = try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try checked("bind") { Glibc.bind(descriptor, pointer, socklen_t(MemoryLayout<Address>.size)) }
            }
        }
    }
}
