import Base
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MediaCore
import NIOCore

/// Serves an origin over HTTP/1.1 with the delays, bandwidth and faults that are asked for.
package struct OriginServer: Sendable {
    private let origin: Origin
    /// The lines by name; that of a channel is called after its number.
    private let lines = Locked<[String: SharedLine]>([:])
    private let counter = TrafficCounter()
    /// The URLs that were missing once; the only state that depends on more than the clock and the
    /// request.
    private let asked = Locked<[String]>([])
    /// The connections that have carried a request before, each with a number of its own.
    private let known = Locked<[ObjectIdentifier: Int]>([:])
    private let connections = Locked(0)

    /// The size of the send buffer of a connection that is on a line: what lies there has come to the line's end, and
    /// is not to hide that the client reads nothing.
    private static let sendBuffer = 64_000
    /// The bytes that may wait to be written to a connection on a line.
    private static let pendingBytes = 8_000

    package init(origin: Origin) {
        self.origin = origin
    }

    /// Serves until the task is cancelled; signals keep their default action, since there is
    /// nothing to end in order. `port` 0: any; `isRunning` gets the real one.
    package func run(host: String, port: Int, isRunning: @escaping @Sendable (Int) async -> Void) async throws {
        var logger = Logger(label: "hearth-origin")
        // Clients that hang up are normal here, and below notice.
        logger.logLevel = .critical
        let application = Application(
            responder: CallbackResponder<OriginContext> { request, context in
                try await respond(to: request, context)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
            onServerRunning: { await isRunning($0.localAddress?.port ?? port) },
            logger: logger)
        try await application.runService(gracefulShutdownSignals: [])
    }

    private func respond(to request: Request, _ context: OriginContext) async throws -> Response {
        let path = request.uri.path
        let query = request.uri.query ?? ""
        let (connection, isNew) = connection(of: context.channel)
        if path == "/stats" { return Self.json(counter.text(connections: known.withLock { $0.count })) }
        if path == "/traffic" {
            let since = Origin.pairs(query).last { $0.name == "since" }.flatMap { Int64($0.value) }
            return Self.json(counter.traffic(since: since ?? 0))
        }
        let base = "http://\(request.head.authority ?? "127.0.0.1")"
        let read = origin.read(path: path, query: query)
        let faults = read?.faults ?? FaultOptions()
        let number = read?.request.channel
        let way = faults.rates.isEmpty ? nil : try await way(context.channel, connection, number, faults)
        // A request takes half a round trip, and opening the connection a whole one; the answer takes the other half.
        let coming = (isNew ? faults.roundTrip : .zero) + faults.roundTrip / 2
        if coming > .zero { try await Task.sleep(for: coming) }
        counter.addRequest(channel: number)
        let asked = HostTime.now
        var answer = origin.answer(
            path: path, query: query, headers: Self.headers(request), now: Date().timeIntervalSince1970, base: base)
        if faults.isMissingOnce, read?.request.kinds.contains(.segment) == true, isFirst("\(path)?\(query)") {
            answer = .notFound("the first time: \(path)")
        }
        if let time = answer.notBefore { try await BodySender.sleep(until: time) }
        var fields = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        if faults.closesConnection { fields[.connection] = "close" }
        let counter = counter
        let sender = BodySender(answer: answer, way: way, faults: faults, isHead: request.method == .head) {
            counter.add(bytes: $0, channel: number, asked: asked)
        }
        try await sender.begin()
        let channel = context.channel
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: fields,
            body: ResponseBody(contentLength: sender.length) { writer in
                try await sender.send(to: &writer)
                try await writer.finish(nil)
                if faults.closesConnection { channel.close(promise: nil) }
            })
    }

    private static func headers(_ request: Request) -> ClientHeaders {
        ClientHeaders(
            range: request.headers[.range].flatMap { ByteRange(header: $0) }, cookie: request.headers[.cookie] ?? "",
            userAgent: request.headers[.userAgent] ?? "", referer: request.headers[.referer] ?? "",
            authorization: request.headers[.authorization] ?? "", authority: request.head.authority ?? "")
    }

    /// Whether nobody has asked for the URL yet. Only the newest are remembered.
    private func isFirst(_ url: String) -> Bool {
        asked.withLock { asked in
            if asked.contains(url) { return false }
            asked.append(url)
            if asked.count > 1000 { asked.removeFirst(500) }
            return true
        }
    }

    private static func json(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The line that a connection's answer goes through: that which is named, or the channel's. At most some thousand
    /// are kept, whatever is asked for.
    private func way(
        _ channel: any Channel, _ connection: Int, _ number: Int?, _ faults: FaultOptions
    ) async throws -> BodySender.Way {
        let name = faults.line ?? "channel \(number ?? 0)"
        let line = lines.withLock { lines in
            if let line = lines[name] { return line }
            if lines.count > 4096 { lines.removeAll() }
            let line = SharedLine()
            lines[name] = line
            return line
        }
        if line.join(connection) {
            try await channel.setOption(.socketOption(.so_sndbuf), value: .init(Self.sendBuffer)).get()
            try await channel.setOption(.writeBufferWaterMark, value: .init(low: 1, high: Self.pendingBytes)).get()
            channel.closeFuture.whenComplete { _ in line.close(connection) }
        }
        return BodySender.Way(line: line, connection: connection)
    }

    /// A connection's number, and whether this is its first request.
    private func connection(of channel: any Channel) -> (number: Int, isNew: Bool) {
        let id = ObjectIdentifier(channel)
        if let number = known.withLock({ $0[id] }) { return (number, false) }
        let number = connections.withLock { count in
            count += 1
            return count
        }
        known.withLock { $0[id] = number }
        let known = known
        channel.closeFuture.whenComplete { _ in known.withLock { $0[id] = nil } }
        return (number, true)
    }
}

/// A request's context, with the connection it came on.
private struct OriginContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
