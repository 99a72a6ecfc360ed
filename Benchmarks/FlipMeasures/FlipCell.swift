/// One combination of network and stream that every player flips in.
package struct FlipCell: Codable, Hashable, Sendable {
    /// The delay before each answer, in milliseconds; a new connection costs as much again.
    package var roundTrip = 0
    /// The bandwidth of the player's whole line in kilobits a second; nil: as fast as this machine.
    package var rate: Int?
    /// The segments' container, `ts` or `fmp4`.
    package var container = "ts"
    /// The length of a segment in seconds.
    package var segment = 2
    /// Whether the address is of a multivariant playlist.
    package var isLadder = false

    package init(
        roundTrip: Int = 0, rate: Int? = nil, container: String = "ts", segment: Int = 2, isLadder: Bool = false
    ) {
        self.roundTrip = roundTrip
        self.rate = rate
        self.container = container
        self.segment = segment
        self.isLadder = isLadder
    }

    package var name: String {
        "\(roundTrip) ms, \(rate.map { "\($0 / 1000) Mbit/s" } ?? "unshaped"), \(container), \(segment) s, \(isLadder ? "ladder" : "single")"
    }

    /// The same without the network: for a line that is not the origin's.
    package var stream: FlipCell {
        FlipCell(container: container, segment: segment, isLadder: isLadder)
    }

    /// The address of a channel of `hearth-origin`. `line` names the line whose bandwidth is shared.
    package func url(base: String, channel: Int, line: Int, visit: Int? = nil) -> String {
        var url = "\(base)/ch/\(channel)/\(isLadder ? "master" : "720").m3u8?container=\(container)&segment=\(segment)"
        if roundTrip > 0 { url += "&rtt=\(roundTrip)" }
        if let rate { url += "&rate=\(rate)&line=\(line)" }
        if let visit { url += "&visit=\(visit)" }
        return url
    }

    /// Every combination: 48.
    package static let all: [FlipCell] = [0, 30, 100].flatMap { roundTrip in
        [nil, 20_000].flatMap { rate in
            ["ts", "fmp4"].flatMap { container in
                [2, 6].flatMap { segment in
                    [false, true].map {
                        FlipCell(roundTrip: roundTrip, rate: rate, container: container, segment: segment, isLadder: $0)
                    }
                }
            }
        }
    }

    /// Every network with the simplest stream, and every stream with the middle network: ten.
    package static let usual: [FlipCell] =
        [0, 30, 100].flatMap { [FlipCell(roundTrip: $0), FlipCell(roundTrip: $0, rate: 20_000)] } + [
            FlipCell(roundTrip: 30, rate: 20_000, container: "fmp4"), FlipCell(roundTrip: 30, rate: 20_000, segment: 6),
            FlipCell(roundTrip: 30, rate: 20_000, isLadder: true),
            FlipCell(roundTrip: 30, rate: 20_000, container: "fmp4", segment: 6, isLadder: true),
        ]

    /// The cells of surfing, by the names that `--cells` takes.
    package static let surfing: [(name: String, cell: FlipCell)] = [
        ("ts2", FlipCell(roundTrip: 30, rate: 20_000)),
        ("fmp4", FlipCell(roundTrip: 30, rate: 20_000, container: "fmp4")),
        ("ts6", FlipCell(roundTrip: 30, rate: 20_000, segment: 6)),
        ("ladder", FlipCell(roundTrip: 30, rate: 20_000, isLadder: true)),
        ("unshaped", FlipCell()),
        ("ts2-8", FlipCell(roundTrip: 30, rate: 8000)),
    ]

    /// Two cells for a quick check that everything runs.
    package static let short = [FlipCell(), FlipCell(roundTrip: 30, rate: 20_000, container: "fmp4", isLadder: true)]
}
