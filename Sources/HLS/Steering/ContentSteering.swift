import Devices
import MediaCore

/// Says which of a presentation's pathways to play, as its steering server wishes (§7, draft-pantos-content-steering):
/// when the steering manifest is asked for, what it says, and which pathways are left alone after a failure.
///
/// Playing begins on the pathway that the multivariant playlist names, without waiting for the server.
struct ContentSteering: Sendable {
    /// How long a pathway is left alone that failed, in favour of the next in the server's order.
    static let penalty = Duration.seconds(120)
    /// How long a manifest holds that can't be had or read at first.
    private static let usualTime = Duration.seconds(300)
    /// However often a server wants to be asked: each answer may turn everything round.
    private static let leastTime = Duration.seconds(1)

    /// Where the manifest is asked for next; it may be a `data:` URL.
    private(set) var url: String
    /// The pathways, the best first; of the rest nothing is known.
    private(set) var priority: [String]
    /// When the manifest is asked for; nil: never again.
    private var dueAt: HostTime?
    private var isLoading = false
    private var timeToLive = ContentSteering.usualTime
    private var penalties: [String: HostTime] = [:]

    init(_ tag: ContentSteeringTag, at now: HostTime) {
        url = tag.serverURL
        priority = [tag.pathway]
        dueAt = now
    }

    // MARK: The manifest

    func isDue(at now: HostTime) -> Bool { !isLoading && dueAt.map { $0 <= now } ?? false }

    mutating func loads() { isLoading = true }

    /// The URL of the request, which tells what is played now.
    ///
    /// - Parameter throughput: in bits a second; nil: not known
    func request(playing pathway: String, throughput: Double?) -> String {
        var components = URLComponents(url)
        var pairs = ["_HLS_pathway=%22\(Self.escaped(pathway))%22"]
        if let throughput, throughput >= 1 { pairs.append("_HLS_throughput=\(Int64(min(throughput, 1e15)))") }
        components.replaceParameters(["_HLS_pathway", "_HLS_throughput"], with: pairs)
        return components.text
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// Takes over a manifest that has come.
    mutating func accept(_ manifest: SteeringManifest, at now: HostTime) {
        isLoading = false
        priority = manifest.priority
        timeToLive = max(Self.leastTime, manifest.timeToLive)
        url = manifest.reloadURL ?? url
        // What is written into the playlist itself does not change.
        dueAt = DataURL.bytes(url) == nil ? now + timeToLive : nil
    }

    /// Notes that the manifest could not be had, or not be read; what held before holds on.
    ///
    /// - Parameter error: nil: it could not be read
    mutating func failed(_ error: FetchError?, at now: HostTime) {
        isLoading = false
        dueAt = now + timeToLive
        switch error {
        // The server wants to be asked no more (…-content-steering, 410 Gone).
        case .status(410, _, _): dueAt = nil
        case .status(429, _, let delay?): dueAt = now + max(Self.leastTime, delay)
        default: if DataURL.bytes(url) != nil { dueAt = nil }
        }
    }

    // MARK: Pathways

    /// The pathway to play, of those that there are; nil: all that it knows are left alone, or none is there.
    func pathway(among there: Set<String>, at now: HostTime) -> String? {
        priority.first { there.contains($0) && !isPenalised($0, at: now) }
    }

    /// Leaves a pathway alone for a while.
    mutating func penalise(_ pathway: String, at now: HostTime) { penalties[pathway] = now + Self.penalty }

    private func isPenalised(_ pathway: String, at now: HostTime) -> Bool {
        penalties[pathway].map { $0 > now } ?? false
    }

    /// When there is something to be done next.
    func nextWake(after now: HostTime) -> HostTime? {
        ([isLoading ? nil : dueAt] + penalties.values.map { $0 }).compactMap(\.self).filter { $0 > now }.min()
    }
}
