import ControlProtocol
import Hummingbird

/// Makes server-sent events of a stream, as a response's body.
enum EventStream {
    /// Sends each element as a message, until the stream ends or the client goes.
    static func response<Element: Sendable>(
        to request: Request, _ stream: AsyncStream<Element>,
        message: @escaping @Sendable (Element) throws -> EventStreamParser.Message
    ) -> Response {
        let body = ResponseBody { writer in
            // The comment tells the client that the stream is open, before anything has happened.
            try await writer.write(ByteBuffer(string: ": hearth\n\n"))
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for await element in stream {
                    try await writer.write(ByteBuffer(string: EventStreamParser.format(try message(element))))
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }
}
