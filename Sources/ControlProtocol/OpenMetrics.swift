/// Writes metrics in the OpenMetrics text format, version 1.0.0, which Prometheus reads.
package struct OpenMetrics: Sendable {
    package typealias Labels = KeyValuePairs<String, String>

    package static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    /// One value, with the labels that tell it from the others of its family.
    package struct Sample: Sendable {
        package var labels: [(name: String, value: String)]
        package var value: Double

        package init(_ labels: Labels = [:], _ value: Double) {
            self.labels = labels.map { ($0.key, $0.value) }
            self.value = value
        }
    }

    private var lines: [String] = []

    package init() {}

    /// The whole exposition as text.
    package var text: String { (lines + ["# EOF"]).joined(separator: "\n") + "\n" }

    /// Adds a counter: a value that only grows, until the daemon starts anew.
    ///
    /// - Parameter name: without `_total`
    package mutating func counter(_ name: String, unit: String? = nil, _ help: String, _ samples: [Sample]) {
        head(name, "counter", unit, help, isEmpty: samples.isEmpty)
        for sample in samples { line(name + "_total", sample.labels, sample.value) }
    }

    package mutating func gauge(_ name: String, unit: String? = nil, _ help: String, _ samples: [Sample]) {
        head(name, "gauge", unit, help, isEmpty: samples.isEmpty)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    /// Adds an info metric: facts that do not change, as labels.
    package mutating func info(_ name: String, _ help: String, _ labels: Labels) {
        head(name, "info", nil, help, isEmpty: false)
        line(name + "_info", Sample(labels, 1).labels, 1)
    }

    package mutating func histogram(
        _ name: String, unit: String? = nil, _ help: String, _ samples: [(labels: Labels, values: DurationHistogram)]
    ) {
        head(name, "histogram", unit, help, isEmpty: samples.isEmpty)
        for sample in samples {
            let labels = Sample(sample.labels, 0).labels
            for bucket in sample.values.buckets {
                line(name + "_bucket", labels + [("le", Self.number(bucket.bound))], Double(bucket.count))
            }
            line(name + "_count", labels, Double(sample.values.count))
            line(name + "_sum", labels, sample.values.seconds)
        }
    }

    private mutating func head(_ name: String, _ type: String, _ unit: String?, _ help: String, isEmpty: Bool) {
        guard !isEmpty else { return }
        lines.append("# TYPE \(name) \(type)")
        if let unit { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(Self.escaped(help))")
    }

    private mutating func line(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        let isCount = value.magnitude < 1e15 && value == value.rounded()
        lines.append("\(name)\(list.isEmpty ? "" : "{\(list)}") \(isCount ? "\(Int(value))" : Self.number(value))")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return "\(value)"
    }
}

/// A histogram of durations: how many there were up to each bound.
package struct DurationHistogram: Sendable, Equatable {
    /// The bounds in seconds: one to four vblanks of 60 Hz, and what a viewer calls at once, quick, slow,
    /// broken.
    package static let bounds = [0.002, 0.005, 0.01, 0.017, 0.034, 0.051, 0.067, 0.1, 0.2, 0.35, 0.5, 1, 2, 5, 10]

    /// The counts by bound; durations over the last are in `count` alone.
    private var counts = [UInt64](repeating: 0, count: DurationHistogram.bounds.count)
    package private(set) var count: UInt64 = 0
    /// The sum of all durations, in seconds.
    package private(set) var seconds = 0.0

    package init() {}

    package mutating func add(nanoseconds: Int64) {
        let value = Double(nanoseconds) / 1e9
        count += 1
        seconds += value
        if let index = Self.bounds.firstIndex(where: { value <= $0 }) { counts[index] += 1 }
    }

    /// The counts with those of all lower bounds added; the last is without a bound.
    package var buckets: [(bound: Double, count: UInt64)] {
        var sum: UInt64 = 0
        return zip(Self.bounds, counts).map { bound, count in
            sum += count
            return (bound, sum)
        } + [(.infinity, count)]
    }
}
