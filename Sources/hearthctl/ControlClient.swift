import CCurl
import ControlProtocol
import Glibc

/// A client of the daemon's UNIX socket: one request at a time, blocking.
struct ControlClient {
    let socket: String

    /// The longest answer that is not a stream: a picture of the largest screen.
    private static let longestAnswer = 64 << 20

    /// Sends a request.
    /// - Returns: the answer's body.
    func request(_ route: Route, query: String = "", body: [UInt8]? = nil) throws -> [UInt8] {
        var answer: [UInt8] = []
        try perform(route, query: query, body: body, timeoutMilliseconds: Self.patience(for: route)) { bytes in
            answer += bytes
            return answer.count <= Self.longestAnswer
        }
        return answer
    }

    func request<Request: Encodable>(_ route: Route, _ request: Request) throws -> [UInt8] {
        try self.request(route, body: try Wire.encode(request))
    }

    /// Calls `onMessage` for each server-sent event until the daemon ends the stream.
    ///
    /// - Parameters:
    ///   - onOpen: called once, when nothing that happens is missed any more; if it throws, that is the end
    ///   - onMessage: likewise
    func stream(
        _ route: Route, query: String = "", onOpen: () throws -> Void = {},
        _ onMessage: (EventStreamParser.Message) throws -> Void
    ) throws {
        var parser = EventStreamParser()
        var isOpen = false
        var failure: (any Error)?
        do {
            try perform(route, query: query, body: nil, timeoutMilliseconds: 0) { bytes in
                do {
                    if !isOpen {
                        isOpen = true
                        try onOpen()
                    }
                    for message in parser.consume(bytes) { try onMessage(message) }
                } catch {
                    failure = error
                }
                return failure == nil
            }
        } catch {
            throw failure ?? error
        }
    }

    /// Who sits where something is handed to is asked there, and may take half a minute.
    private static func patience(for route: Route) -> Int { route == .handoff ? 90_000 : 30_000 }

    /// Performs a request.
    /// - Parameter onBytes: gets a 2xx answer's body as it arrives; false gives up.
    private func perform(
        _ route: Route, query: String, body: [UInt8]?, timeoutMilliseconds: Int,
        _ onBytes: (UnsafeRawBufferPointer) -> Bool
    ) throws {
        guard let curl = curl_easy_init() else {
            throw Failure.here(cause: "libcurl cannot be used", nextStep: "is there memory left?")
        }
        defer { curl_easy_cleanup(curl) }
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        hearth_curl_string(curl, CURLOPT_UNIX_SOCKET_PATH, socket)
        hearth_curl_string(curl, CURLOPT_URL, "http://hearth" + route.path + query)
        hearth_curl_string(curl, CURLOPT_PROXY, "")
        hearth_curl_long(curl, CURLOPT_NOSIGNAL, 1)
        hearth_curl_long(curl, CURLOPT_CONNECTTIMEOUT_MS, 5000)
        hearth_curl_long(curl, CURLOPT_TIMEOUT_MS, timeoutMilliseconds)
        if route.method == .post {
            headers = curl_slist_append(headers, "Content-Type: application/json")
            hearth_curl_pointer(curl, CURLOPT_HTTPHEADER, headers)
            let body = body ?? []
            hearth_curl_long(curl, CURLOPT_POST, 1)
            hearth_curl_offset(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            // libcurl copies the body, which may be any bytes. Without a pointer it would read its standard input.
            (body + [0]).withUnsafeBytes {
                _ = hearth_curl_pointer(curl, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
            }
        }

        let result = withoutActuallyEscaping(onBytes) { onBytes in
            let answer = Answer(curl: curl, onBytes: onBytes)
            defer { answer.onBytes = { _ in false } }
            hearth_curl_pointer(curl, CURLOPT_WRITEDATA, Unmanaged.passUnretained(answer).toOpaque())
            hearth_curl_on_data(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
                return answer.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            }
            return withExtendedLifetime(answer) { (code: curl_easy_perform(curl), error: answer.error) }
        }
        guard result.code == CURLE_OK else { throw failure(result.code) }
        let status = Answer.status(curl)
        guard (200..<300).contains(status) else {
            guard let body = try? Wire.decode(ErrorBody.self, from: result.error) else {
                throw Failure.here(
                    cause: "the daemon answered \(status) without saying why",
                    nextStep: "are hearthd and hearthctl of the same version?")
            }
            throw Failure.refused(body.error)
        }
    }

    /// The state that libcurl's callback needs; lives as long as one request.
    private final class Answer {
        private let curl: UnsafeMutableRawPointer
        var onBytes: (UnsafeRawBufferPointer) -> Bool
        /// The body of an answer that is not 2xx.
        private(set) var error: [UInt8] = []

        init(curl: UnsafeMutableRawPointer, onBytes: @escaping (UnsafeRawBufferPointer) -> Bool) {
            self.curl = curl
            self.onBytes = onBytes
        }

        func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if (200..<300).contains(Self.status(curl)) { return onBytes(bytes) }
            error += bytes
            return error.count <= 1 << 20
        }

        static func status(_ curl: UnsafeMutableRawPointer) -> Int {
            var status = 0
            hearth_curl_info_long(curl, CURLINFO_RESPONSE_CODE, &status)
            return status
        }
    }

    private func failure(_ code: CURLcode) -> Failure {
        switch code {
        case CURLE_COULDNT_CONNECT:
            var facts = stat()
            if stat(socket, &facts) != 0 {
                return .unreachable(
                    cause: "there is no daemon's socket at \(socket): \(String(cString: strerror(errno)))",
                    nextStep: "start it (systemctl start hearthd), or name its socket with --socket")
            }
            if access(socket, W_OK) != 0, errno == EACCES {
                return .unreachable(
                    cause: "you may not use \(socket)",
                    nextStep: "become a member of its group (adduser USER hearth) and log in again, or use sudo")
            }
            return .unreachable(
                cause: "nobody answers at \(socket)",
                nextStep: "see why it stopped (systemctl status hearthd), or name another with --socket")
        case CURLE_OPERATION_TIMEDOUT:
            return .unreachable(
                cause: "hearthd does not answer in time", nextStep: "see what it does (journalctl -u hearthd)")
        default:
            return .unreachable(
                cause: "the connection to hearthd broke: \(String(cString: curl_easy_strerror(code)))",
                nextStep: "see whether it still runs (systemctl status hearthd)")
        }
    }
}
