import Base
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Serves an origin over HTTP/1.1 with the delays, bandwidth and faults that are asked for.
package struct OriginServer: Sendable {
    private let origin: Origin
    private let links = Locked<[Int: ChannelLink]>([:])
    private let lines = Locked<[Int: ChannelLink]>([:])
    private let counter = TrafficCounter()
    /// The URLs that were missing once; the only state that depends on more than the clock and the
    /// request.
    private let asked = Locked<[String]>([])
    /// The connections that have carried a request before.
    private let known = Locked<Set<ObjectIdentifier>>([])

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
        let isNew = isNew(context.channel)
        if path == "/stats" {
            let text = counter.text(connections: known.withLock { $0.count })
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        counter.addRequest()
        let base = "http://\(request.head.authority ?? "127.0.0.1")"
        let read = origin.read(path: path, query: query)
        let faults = read?.faults ?? FaultOptions()
        if faults.roundTripMilliseconds > 0 {
            let trips = isNew ? 2 : 1
            try await Task.sleep(for: .milliseconds(faults.roundTripMilliseconds * trips))
        }
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
        let sender = BodySender(
            answer: answer, link: link(read?.request.channel, faults.line), faults: faults,
            isHead: request.method == .head,
            counter: counter)
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

    /// The link of a channel or a line. At most some thousand are kept, whatever is asked for.
    private func link(_ channel: Int?, _ line: Int?) -> ChannelLink {
        (line == nil ? links : lines).withLock { links in
            let number = line ?? channel ?? 0
            if let link = links[number] { return link }
            if links.count > 4096 { links.removeAll() }
            let link = ChannelLink()
            links[number] = link
            return link
        }
    }

    private func isNew(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isNew = known.withLock { $0.insert(id).inserted }
        if isNew {
            let known = known
            channel.closeFuture.whenComplete { _ in known.withLock { _ = $0.remove(id) } }
        }
        return isNew
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
