import CCurl
import Devices
import MediaCore

/// A transfer that libcurl gave up, and what that means for the caller.
struct FailedTransfer {
    let code: CURLcode
    /// The URL after the redirects.
    let url: String
    let request: FetchRequest
    /// The bytes of the body that had been delivered.
    let got: Int
    /// The reason in libcurl's words.
    let reason: String

    var error: FetchError {
        let shown = RedactedURL(url).description
        let host = URLOrigin(url)?.authority ?? shown
        let reason = RedactedURL.hiding(in: reason)
        switch code {
        case CURLE_URL_MALFORMAT:
            return .badURL(shown, reason: reason)
        case CURLE_UNSUPPORTED_PROTOCOL:
            return isDowngrade ? .downgraded(url: shown) : .badURL(shown, reason: reason)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            return .unreachable(host: host, reason: reason)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            return .tls(host: host, reason: reason)
        case CURLE_TOO_MANY_REDIRECTS:
            return .tooManyRedirects(url: shown)
        case CURLE_OPERATION_TIMEDOUT:
            return .timeout(url: shown, after: request.firstByteTimeout)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return .truncated(url: shown, got: got, reason: reason)
        default:
            return .other(url: shown, reason: "\(reason) (curl \(code.rawValue))")
        }
    }

    private var isDowngrade: Bool {
        request.refusesDowngrade && URLOrigin(request.url)?.scheme == "https" && URLOrigin(url)?.scheme == "http"
    }
}
