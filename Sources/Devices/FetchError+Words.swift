/// What became of a download, in words for people: it is said in logs, warnings and by `hearthctl`.
extension FetchError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cancelled: "the download was given up"
        case .badURL(let url, let reason): "\(url) is no address to load from: \(reason)"
        case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
        case .tls(let host, let reason): "\(host) is not trusted: \(reason)"
        case .status(let status, let url, _): "\(url) answered \(status)"
        case .timeout(let url, let after): "\(url) said nothing for \(after)"
        case .tooManyRedirects(let url): "\(url) redirects for ever"
        case .downgraded(let url): "\(url) redirects from https to http"
        case .tooLarge(let url, let limit): "\(url) is longer than \(limit) bytes, the most that is read"
        case .inflated(let url, let ratio):
            "\(url) is compressed and becomes more than \(ratio) times as long"
        case .truncated(let url, let got, let reason): "\(url) broke off after \(got) bytes: \(reason)"
        case .other(let url, let reason): "\(url) could not be had: \(reason)"
        }
    }
}
