/// What came of reading a guide.
package struct XMLTVReport: Hashable, Sendable {
    /// The faults of one kind.
    package struct Faults: Hashable, Sendable {
        package var count = 0
        /// The lines of the first few, from 1, in the guide's order.
        package var lines: [Int] = []

        static let keptLines = 5
    }

    /// The program that made the guide, and whose data it is, as the guide says.
    package var generator: String?
    package var source: String?
    /// The encoding that the text came in, as the guide names it; nil: it does not.
    package var encoding: String?
    /// Channels and programmes that were given out.
    package var channels = 0
    package var programmes = 0
    /// Programmes of channels that nobody wanted.
    package var unwanted = 0
    /// The first start and the last stop of those given out, in seconds since 1970.
    package var span: ClosedRange<Int64>?
    package var faults: [XMLTVFault.Kind: Faults] = [:]
    /// Bytes of XML.
    package var bytes: Int64 = 0
    /// Whether the end of the guide was there.
    package var isWhole = false

    package init() {}

    mutating func note(_ fault: XMLTVFault) {
        var faults = faults[fault.kind] ?? Faults()
        faults.count += 1
        if faults.lines.count < Faults.keptLines { faults.lines.append(fault.line) }
        self.faults[fault.kind] = faults
    }

    mutating func widen(by start: Int64, _ stop: Int64?) {
        let end = max(start, stop ?? start)
        span = span.map { min($0.lowerBound, start)...max($0.upperBound, end) } ?? start...end
    }
}
