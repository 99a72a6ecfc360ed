import Base

/// Looks for renderers in the home's networks (SSDP; UPnP Device Architecture 1.1, 1.3).
package enum RendererSearch {
    private static let most = 32
    /// The longest that descriptions take in all: some devices announce themselves and do not answer.
    private static let longestTime = Duration.seconds(8)

    /// The renderers that answer, by their names. Blocks for the time that it is given, and what their descriptions take.
    ///
    /// - Parameter addresses: this machine's, in the networks to look in
    package static func find(from addresses: [String], seconds: Double = 2) throws(SystemCallError) -> [FoundRenderer] {
        let lines = try addresses.map { address throws(SystemCallError) in try MulticastLine(in: address) }
        let text = MessageHead.text([
            "M-SEARCH * HTTP/1.1", "HOST: \(SSDPAnnouncer.group):\(SSDPAnnouncer.port)", "MAN: \"ssdp:discover\"",
            "MX: 1",
            "ST: \(RendererDescription.type)",
        ])
        var locations: [String] = []
        // Twice, as datagrams are lost.
        for _ in 0..<2 {
            for line in lines { line.send(text, to: SSDPAnnouncer.group, port: SSDPAnnouncer.port) }
            gather(lines, for: .seconds(seconds / 2), &locations)
        }
        var found: [FoundRenderer] = []
        let end = ContinuousClock.now + longestTime
        for location in locations where ContinuousClock.now < end {
            guard let answer = try? HomeHTTP.exchange("GET", location), answer.status == 200,
                let renderer = FoundRenderer(description: answer.body, at: location),
                !found.contains(where: { $0.udn == renderer.udn })
            else { continue }
            found.append(renderer)
        }
        return found.sorted { $0.name < $1.name }
    }

    private static func gather(_ lines: [MulticastLine], for time: Duration, _ locations: inout [String]) {
        let end = ContinuousClock.now + time
        while true {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            guard left > 0 else { return }
            MulticastLine.wait(for: lines, milliseconds: Int32(left) + 1)
            for line in lines {
                while let (bytes, _, _) = line.receive() {
                    guard locations.count < most, let location = FoundRenderer.location(in: bytes),
                        !locations.contains(location)
                    else { continue }
                    locations.append(location)
                }
            }
        }
    }
}
