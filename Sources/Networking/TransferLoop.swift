import Base
import CCurl
import Devices
import Glibc
import MediaCore

/// Runs the network thread: passes libcurl's requests (watch this socket, wake me then) on to epoll, and ends
/// transfers that are done, too slow or no longer wanted. Lives on that thread only.
final class TransferLoop {
    private let options: CurlFetcher.Options
    private let commands: CommandQueue
    private let poller: SocketPoller
    private let clock = MonotonicClock()
    private let multi: UnsafeMutableRawPointer?
    private let cookies = CookieJars()
    private let sockets = OpenSockets()
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var handles: [ObjectIdentifier: Transfer] = [:]
    /// The origins that did not serve parts of a body well side by side.
    private let unstriped = Locked<Set<URLOrigin>>([])
    private static let mostUnstriped = 512
    /// The time at which libcurl wants to be called even if no socket is ready.
    private var curlDeadline: HostTime?

    /// Whether libcurl's global state is initialised, once in the process; thread-safe since 7.84.
    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(options: CurlFetcher.Options, commands: CommandQueue, poller: SocketPoller) {
        self.options = options
        self.commands = commands
        self.poller = poller
        multi = Self.isCurlReady ? curl_multi_init() : nil
    }

    func run() {
        poller.watch(commands.wake.raw, reading: true, writing: false)
        configure()
        while true {
            for ready in poller.wait(milliseconds: waitingTime()) {
                if ready.descriptor == commands.wake.raw {
                    for command in commands.takeAll() where !carryOut(command) {
                        shutDown()
                        return
                    }
                } else {
                    act(on: ready.descriptor, flags: flags(of: ready))
                }
            }
            let now = clock.now
            if let deadline = curlDeadline, deadline <= now {
                curlDeadline = nil
                act(on: CURL_SOCKET_TIMEOUT, flags: 0)
            }
            reapFinished()
            if options.keepsSpare { keepSpares() }
            for transfer in transfers.values where transfer.deadline <= now {
                end(transfer, transfer.overdueError)
            }
        }
    }

    private func configure() {
        guard let multi else { return }
        let context = Unmanaged.passUnretained(self).toOpaque()
        hearth_curl_multi_on_socket(multi, socketWanted)
        hearth_curl_multi_pointer(multi, CURLMOPT_SOCKETDATA, context)
        hearth_curl_multi_on_timer(multi, timerWanted)
        hearth_curl_multi_pointer(multi, CURLMOPT_TIMERDATA, context)
        hearth_curl_multi_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost)
        hearth_curl_multi_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, options.connections)
        hearth_curl_multi_long(multi, CURLMOPT_MAXCONNECTS, options.connections)
    }

    /// Carries out a command; false: stop.
    private func carryOut(_ command: NetworkCommand) -> Bool {
        switch command {
        case .start(let request, let handle, let requested, let handler):
            start(request, handle, requested: requested, handler)
        case .cancel(let handle):
            handle.striped.withLock { $0 }?.cancel()
            if let transfer = handles[ObjectIdentifier(handle)], !transfer.giveUp(now: clock.now) { release(transfer) }
        case .rest(let handle, let rest):
            handle.striped.withLock { $0 }?.setRest(rest)
            handles[ObjectIdentifier(handle)]?.setRest(rest, now: clock.now)
        case .setWindow(let handle, let bytes):
            handle.striped.withLock { $0 }?.setWindow(bytes)
            handles[ObjectIdentifier(handle)]?.setWindow(bytes)
        case .stop:
            return false
        }
        return true
    }

    /// Opens the spare connections that are wanted, by a request for the head of the origin's root, whose answer
    /// does not matter: libcurl never reuses a connection made with `CONNECT_ONLY`, and closes one whose request
    /// it was told not to send.
    private func keepSpares() {
        for transfer in Array(transfers.values) {
            guard let delay = transfer.takeWishForSpares(), let origin = transfer.origin else { continue }
            let wanted = delay < options.longTrip ? 1 : 3
            guard !transfers.values.contains(where: { $0.origin == origin && $0.request.method == "HEAD" }),
                let idle = sockets.idle(of: origin, among: transfers.values)
            else { continue }
            // A host's last connection is left for what is wanted next.
            let room = options.connectionsPerHost - 1 - sockets.count(of: origin)
            // On a connection that is open it would be of no use.
            var request = FetchRequest(
                url: origin.root, method: "HEAD", needsNewConnection: true, deliversErrorResponses: true)
            (request.reach, request.redirectReach) = (transfer.place, [])
            for _ in 0..<max(0, min(wanted - idle, room)) {
                let handle = CurlFetchHandle(commands: commands)
                start(request, handle, requested: clock.now) { _ in }
            }
        }
    }

    private func start(
        _ request: FetchRequest, _ handle: CurlFetchHandle, requested: HostTime,
        _ handler: @escaping @Sendable (FetchEvent) -> Void
    ) {
        if startStriped(request, handle, handler) { return }
        let pool = sockets.pool(for: request, among: transfers.values, limit: options.connectionsPerHost)
        let transfer = Transfer(request: request, handle: handle, pool: pool, requested: requested, handler: handler)
        if handle.isCancelled {
            transfer.finish(.failure(.cancelled))
            return
        }
        guard let multi, let easy = curl_easy_init() else {
            transfer.finish(.failure(transfer.error("libcurl can't start")))
            return
        }
        let jar = transfer.request.cookieJar.flatMap { cookies.jar($0) }
        if let failure = transfer.configure(easy, options: options, cookies: jar, sockets: sockets) {
            curl_easy_cleanup(easy)
            transfer.finish(.failure(failure))
            return
        }
        transfers[easy] = transfer
        handles[ObjectIdentifier(transfer.handle)] = transfer
        if curl_multi_add_handle(multi, easy) != CURLM_OK {
            end(transfer, transfer.error("libcurl refuses the transfer"))
        }
    }

    /// Starts a request over as many idle connections as it may take; false where there are not two. A new one would be later
    /// than what comes behind the first bytes on one that is open.
    private func startStriped(
        _ request: FetchRequest, _ handle: CurlFetchHandle, _ handler: @escaping @Sendable (FetchEvent) -> Void
    ) -> Bool {
        guard request.connections > 1, !request.isBounded, !request.needsNewConnection, !handle.isCancelled,
            let origin = URLOrigin(request.url), !unstriped.withLock({ $0.contains(origin) })
        else { return false }
        let connections = min(request.connections, sockets.idle(of: origin, among: transfers.values) ?? 1)
        guard connections > 1 else { return false }
        let striped = StripedFetch(
            request, over: connections, fetcher: CommandFetcher(commands: commands),
            { [weak handle] event in
                if case .finished = event {
                    handle?.striped.withLock { $0 = nil }
                } else if handle?.isCancelled == true {
                    return
                }
                handler(event)
            },
            gaveUp: { [unstriped] in
                unstriped.withLock { origins in
                    if origins.count >= Self.mostUnstriped { origins = [] }
                    origins.insert(origin)
                }
            })
        handle.striped.withLock { $0 = striped }
        striped.begin()
        return true
    }

    private func reapFinished() {
        var left: Int32 = 0
        while let multi, let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = transfers[easy]
            else { continue }
            let result = transfer.result(of: message.pointee.data.result, now: clock.now)
            release(transfer)
            transfer.finish(result)
        }
    }

    private func end(_ transfer: Transfer, _ error: FetchError) {
        release(transfer)
        transfer.finish(.failure(error))
    }

    private func release(_ transfer: Transfer) {
        guard let easy = transfer.easy else { return }
        curl_multi_remove_handle(multi, easy)
        transfers[easy] = nil
        handles[ObjectIdentifier(transfer.handle)] = nil
        transfer.releaseHandle()
    }

    private func shutDown() {
        for transfer in Array(transfers.values) { end(transfer, .cancelled) }
        for case .start(_, _, _, let handler) in commands.takeAll() {
            handler(.finished(.failure(.cancelled)))
        }
        curl_multi_cleanup(multi)
        cookies.removeAll()
    }

    private func act(on socket: curl_socket_t, flags: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, flags, &running)
    }

    private func flags(of ready: SocketPoller.Readiness) -> Int32 {
        (ready.isReadable ? CURL_CSELECT_IN : 0) | (ready.isWritable ? CURL_CSELECT_OUT : 0)
            | (ready.isFailed ? CURL_CSELECT_ERR : 0)
    }

    /// The time to wait in milliseconds, rounded up so that a deadline has passed when the wait ends; nil: for
    /// ever.
    private func waitingTime() -> Int32? {
        let next = transfers.values.reduce(curlDeadline ?? .distantFuture) { min($0, $1.deadline) }
        guard next != .distantFuture else { return nil }
        let nanoseconds = max(0, (next - clock.now).nanoseconds)
        return Int32(clamping: nanoseconds.addingSaturating(999_999) / 1_000_000)
    }

    /// Watches a socket as libcurl wants it.
    ///
    /// This is also where a transfer's socket becomes known. libcurl says so for each transfer, the first one on its
    /// connection or not, as soon as it waits for the answer, when the socket is connected and nothing of the answer
    /// is read; `CURLINFO_ACTIVESOCKET` knows the socket only afterwards (7.88), and `CURLOPT_PREREQFUNCTION` is not
    /// told it.
    fileprivate func watch(_ socket: curl_socket_t, _ what: Int32, for easy: UnsafeMutableRawPointer?) {
        if what == CURL_POLL_REMOVE {
            poller.forget(socket)
        } else {
            if what == CURL_POLL_IN, let easy { transfers[easy]?.reads(socket) }
            poller.watch(
                socket, reading: what == CURL_POLL_IN || what == CURL_POLL_INOUT,
                writing: what == CURL_POLL_OUT || what == CURL_POLL_INOUT)
        }
    }

    fileprivate func wake(afterMilliseconds milliseconds: Int) {
        curlDeadline = milliseconds < 0 ? nil : clock.now + .milliseconds(milliseconds)
    }
}

private func socketWanted(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32, _ context: UnsafeMutableRawPointer?,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<TransferLoop>.fromOpaque(context).takeUnretainedValue().watch(socket, what, for: easy)
    return 0
}

private func timerWanted(
    _: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<TransferLoop>.fromOpaque(context).takeUnretainedValue().wake(afterMilliseconds: milliseconds)
    return 0
}
