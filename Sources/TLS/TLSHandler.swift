import CSSL
import NIOCore

/// Speaks TLS as a server on a connection, by OpenSSL: bytes of the network below, plain ones above.
///
/// OpenSSL knows no socket here: it reads and writes memory, so that NIO's event loop, which alone calls this, does all
/// waiting.
package final class TLSHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private let identity: TLSIdentity
    private var connection: OpaquePointer?
    /// What came from the network, and what is to go there; the connection owns both.
    private var (received, sent): (OpaquePointer?, OpaquePointer?)
    private var isOpen = false
    /// What was written before both sides knew each other.
    private var early: [(buffer: ByteBuffer, promise: EventLoopPromise<Void>?)] = []

    private static let chunk = 16_384

    package init(_ identity: TLSIdentity) { self.identity = identity }

    deinit { if let connection { SSL_free(connection) } }

    package func handlerAdded(context: ChannelHandlerContext) {
        // OpenSSL keeps the certificate for as long as the connection lives.
        guard let certificate = try? identity.certificate(for: context.localAddress?.ipAddress ?? ""),
            let connection = SSL_new(certificate.context)
        else { return context.close(promise: nil) }
        self.connection = connection
        (received, sent) = (BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        SSL_set_bio(connection, received, sent)
        SSL_set_accept_state(connection)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        buffer.readWithUnsafeReadableBytes { bytes in
            if let start = bytes.baseAddress, let received { _ = BIO_write(received, start, Int32(bytes.count)) }
            return bytes.count
        }
        guard isOpen || shakeHands(context) else { return }
        read(context)
    }

    /// Goes on with the handshake.
    ///
    /// - Returns: whether it is over
    private func shakeHands(_ context: ChannelHandlerContext) -> Bool {
        ERR_clear_error()
        let result = SSL_do_handshake(connection)
        let error = result == 1 ? SSL_ERROR_NONE : SSL_get_error(connection, result)
        send(context, nil)
        context.flush()
        guard result == 1 else {
            if error != SSL_ERROR_WANT_READ { context.close(promise: nil) }
            return false
        }
        isOpen = true
        let waiting = early
        early = []
        for (buffer, promise) in waiting { encrypt(context, buffer, promise) }
        if !waiting.isEmpty { context.flush() }
        return true
    }

    private func read(_ context: ChannelHandlerContext) {
        while true {
            var buffer = context.channel.allocator.buffer(capacity: Self.chunk)
            ERR_clear_error()
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.chunk) { bytes in
                Int(max(0, SSL_read(connection, bytes.baseAddress, Int32(clamping: bytes.count))))
            }
            if count > 0 {
                context.fireChannelRead(wrapInboundOut(buffer))
                continue
            }
            let error = SSL_get_error(connection, -1)
            send(context, nil)
            context.flush()
            // The other side has nothing more to say, or what it says is no TLS.
            if SSL_get_shutdown(connection) & SSL_RECEIVED_SHUTDOWN != 0 || error == SSL_ERROR_SSL {
                context.close(promise: nil)
            }
            return
        }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let buffer = unwrapOutboundIn(data)
        guard isOpen else {
            early.append((buffer, promise))
            return
        }
        encrypt(context, buffer, promise)
    }

    private func encrypt(_ context: ChannelHandlerContext, _ buffer: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        guard buffer.readableBytes > 0 else {
            promise?.succeed(())
            return
        }
        ERR_clear_error()
        // Memory takes everything at once.
        let isWritten = buffer.withUnsafeReadableBytes { bytes in
            SSL_write(connection, bytes.baseAddress, Int32(clamping: bytes.count)) == bytes.count
        }
        guard isWritten else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return context.close(promise: nil)
        }
        send(context, promise)
    }

    /// Hands what OpenSSL has for the network on.
    private func send(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let count = sent.map { Int(BIO_ctrl_pending($0)) } ?? 0
        guard count > 0 else {
            promise?.succeed(())
            return
        }
        var buffer = context.channel.allocator.buffer(capacity: count)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            Int(max(0, BIO_read(sent, bytes.baseAddress, Int32(clamping: count))))
        }
        context.write(wrapOutboundOut(buffer), promise: promise)
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, isOpen {
            ERR_clear_error()
            _ = SSL_shutdown(connection)
            send(context, nil)
            context.flush()
        }
        context.close(mode: mode, promise: promise)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        for (_, promise) in early { promise?.fail(ChannelError.ioOnClosedChannel) }
        early = []
        context.fireChannelInactive()
    }
}
