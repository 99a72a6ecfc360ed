import Foundation

/// Applies `FaultOptions` to one request and its answer. Pure.
struct FaultInjection {
    let faults: FaultOptions
    let request: OriginRequest
    /// The path that was asked for; `isMoved`: behind the redirect to another path.
    let path: String
    let query: String
    let isMoved: Bool
    let headers: ClientHeaders
    /// The time in seconds since 1970.
    let now: Double

    static let movedPrefix = "/moved"

    /// The answer that replaces the right one; nil when there is none.
    func failure() -> OriginAnswer? {
        if let status = faults.status ?? (request.kinds.contains(.key) ? faults.keyStatus : nil) {
            let retry = faults.retryAfterSeconds.map { [(name: "Retry-After", value: String($0))] } ?? []
            return OriginAnswer(status: status, headers: retry, body: .bytes(Array("as asked: \(status)\n".utf8)))
        }
        if Int(dice(path.utf8.reduce(UInt64(max(0, now))) { $0 &* 31 &+ UInt64($1) }) % 100) < faults.flakyPercent {
            return OriginAnswer(status: 503, body: .bytes(Array("as asked: flaky\n".utf8)))
        }
        if request.isOfStream,
            let refusal = faults.access.refusal(isMaster: request.kinds.contains(.master), headers: headers)
        {
            return refusal
        }
        return redirection()
    }

    private func redirection() -> OriginAnswer? {
        let suffix = query.isEmpty ? "" : "?\(query)"
        func redirect(to place: String) -> OriginAnswer {
            OriginAnswer(status: 302, headers: [("Location", place + suffix)], body: .bytes([]))
        }
        // Found by a URL relative to the first address, and not to the last one.
        let astray = OriginAnswer.notFound("it has moved: \(path)")
        switch faults.redirect {
        case nil: return nil
        case .loop: return redirect(to: path)
        case .all: return isMoved ? nil : redirect(to: Self.movedPrefix + path)
        case .path:
            if isMoved { return nil }
            return request.kinds.contains(.playlist) ? redirect(to: Self.movedPrefix + path) : astray
        case .host:
            let parts = headers.authority.split(separator: ":", maxSplits: 1)
            guard parts.first != "localhost" else { return nil }
            let port = parts.count > 1 ? ":\(parts[1])" : ""
            return request.kinds.contains(.playlist) ? redirect(to: "http://localhost\(port)\(path)") : astray
        }
    }

    /// Whether an existing segment is answered with 404. `rung`: its place in the ladder.
    /// `completion`: when it came to exist.
    func isMissing(rung: Int, completion: Double) -> Bool {
        guard case .segment(_, _, let name) = request else { return false }
        if let each = faults.missingEach, (name.index + Int64(rung)) % Int64(each) == 0 { return true }
        return faults.lateMilliseconds > 0 && now < completion + Double(faults.lateMilliseconds) / 1000
    }

    func distort(_ answer: inout OriginAnswer) {
        if request.kinds.contains(.playlist) {
            distortPlaylist(&answer)
        } else {
            distortMedia(&answer)
        }
        if faults.access.demandsCookie, request.kinds.contains(.master) {
            answer.headers.append(("Set-Cookie", "\(AccessRules.cookie); Path=/"))
        }
        if let type = faults.contentType {
            answer.headers.removeAll { $0.name == "Content-Type" }
            answer.headers.append(("Content-Type", type))
        }
        if case .bytes(let bytes) = answer.body {
            answer.stallAfter =
                faults.stallsHalfway ? bytes.count / 2 : faults.stallAfter.flatMap { $0 < bytes.count ? $0 : nil }
        }
    }

    private func distortPlaylist(_ answer: inout OriginAnswer) {
        if faults.answersHTML {
            answer = .text("<!DOCTYPE html><html><body><h1>Please log in</h1></body></html>\n", type: "text/html")
        }
        if faults.isHuge {
            answer.body = .endless(head: "#EXTM3U\n", repeated: "#EXTINF:2.000,\nsegment.ts\n")
        }
        if faults.isCompressed, case .bytes(let bytes) = answer.body {
            answer.body = .bytes(StoredGzip.wrap(bytes))
            answer.headers.append(("Content-Encoding", "gzip"))
        }
    }

    private func distortMedia(_ answer: inout OriginAnswer) {
        guard case .bytes(var bytes) = answer.body else { return }
        if faults.isGarbage {
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: dice(UInt64(index))) }
        }
        if faults.corruptBytes > 0, request.kinds.contains(.segment), !bytes.isEmpty {
            for index in 0..<UInt64(faults.corruptBytes) { bytes[Int(dice(index) % UInt64(bytes.count))] ^= 0xff }
        }
        answer.body = .bytes(bytes)
        answer.cutAfter = faults.truncateBytes
    }

    /// A SplitMix64 number: the same for the same seed.
    private func dice(_ seed: UInt64) -> UInt64 {
        var word = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x9e37_79b9_7f4a_7c15
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
