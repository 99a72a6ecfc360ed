import Base
import ControlProtocol
import Foundation
import Testing

@testable import hearthctl

/// Tests of the client against a server that answers exactly as the test wants.
struct ControlClientTests {
    /// Answers one request with `answer`, in pieces, then closes.
    private func answering<Result>(_ answer: [String], _ body: (ControlClient) throws -> Result) throws -> (
        Result, request: String
    ) {
        let path = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8)).sock")
            .path
        defer { unlink(path) }
        let listener = OwnedDescriptor(
            taking: try checked("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        try checked("bind") {
            withUnsafeBytes(of: address) {
                bind(listener.raw, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
            }
        }
        try checked("listen") { listen(listener.raw, 1) }
        let request = Locked("")
        let descriptor = listener.raw
        let server = try NamedThread("test-server") {
            let peer = OwnedDescriptor(taking: accept(descriptor, nil, nil))
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(peer.raw, &chunk, chunk.count, 0)
            request.withLock { $0 = String(decoding: chunk[..<max(0, count)], as: UTF8.self) }
            for piece in answer { _ = send(peer.raw, piece, piece.utf8.count, Int32(MSG_NOSIGNAL)) }
        }
        let result = Swift.Result { try body(ControlClient(socket: path)) }
        // Ends an `accept` to which nobody connected.
        shutdown(listener.raw, Int32(SHUT_RDWR))
        server.join()
        return (try result.get(), request.withLock { $0 })
    }

    @Test("a request goes out as the route says, and the body comes back")
    func request() throws {
        let (body, request) = try answering(["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", "{}"]) {
            try $0.request(.tune, TuneRequest(channel: "Größe"))
        }
        #expect(String(decoding: body, as: UTF8.self) == "{}")
        #expect(request.hasPrefix("POST /v1/tune HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"channel\":\"Größe\"}"))
    }

    @Test("an error is told with its cause and next step")
    func refused() throws {
        let json = #"{"error":{"code":"not_now","cause":"c","next_step":"n"}}"#
        let failure = #expect(throws: Failure.self) {
            try answering(["HTTP/1.1 409 Conflict\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"]) {
                try $0.request(.stop)
            }
        }
        #expect(failure == .refused(ControlError(.notNow, cause: "c", nextStep: "n")))
    }

    @Test(
        "an answer that makes no sense is a failure, not a trap",
        arguments: [
            ["HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n??"], ["nonsense\r\n\r\n"], [""],
            ["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"],
        ])
    func nonsense(answer: [String]) {
        #expect(throws: Failure.self) { try answering(answer) { try $0.request(.status) } }
    }

    @Test("a stream's messages come as they arrive, whole")
    func stream() throws {
        var messages: [EventStreamParser.Message] = []
        _ = try answering([
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "5\r\nevent\r\n", "c\r\n: a\ndata: 1\n\r\n",
            "1\r\n\n\r\n", "0\r\n\r\n",
        ]) { try $0.stream(.events) { messages.append($0) } }
        #expect(messages == [.init(event: "a", data: "1")])
    }
}
