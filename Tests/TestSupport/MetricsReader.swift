/// A strict reader of OpenMetrics text, as far as the box writes it: gauges, counters, infos and histograms
/// without timestamps. What Prometheus would refuse is a mistake here.
package enum MetricsReader {
    package struct Mistake: Error, CustomStringConvertible {
        package var line: Int
        package var description: String
    }

    package struct Sample {
        package var name: String
        package var labels: [String: String]
        package var value: Double
    }

    package struct Family {
        package var type: String
        package var unit: String?
        package var samples: [Sample] = []
    }

    package static func families(of text: String) throws -> [String: Family] {
        guard text.hasSuffix("\n# EOF\n") else { throw Mistake(line: 0, description: "it does not end with # EOF") }
        var families: [String: Family] = [:]
        var current: String?
        for (index, line) in text.dropLast("\n# EOF\n".count).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            func mistake(_ what: String) -> Mistake { Mistake(line: index + 1, description: "\(what): \(line)") }
            if line.hasPrefix("#") {
                let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
                guard words.count == 4, isName(words[2]) else { throw mistake("no such comment") }
                switch words[1] {
                case "TYPE":
                    guard families[words[2]] == nil else { throw mistake("a family twice") }
                    guard ["gauge", "counter", "info", "histogram"].contains(words[3]) else {
                        throw mistake("no such type")
                    }
                    families[words[2]] = Family(type: words[3])
                    current = words[2]
                case "UNIT":
                    guard words[2] == current, words[2].hasSuffix("_" + words[3]) else {
                        throw mistake("a unit that is not in the name")
                    }
                    families[words[2]]?.unit = words[3]
                case "HELP": guard words[2] == current else { throw mistake("help of another family") }
                default: throw mistake("no such comment")
                }
                continue
            }
            guard let family = current, let type = families[family]?.type else {
                throw mistake("a sample without a type")
            }
            guard let sample = sample(line) else { throw mistake("no sample") }
            let suffixes = [
                "gauge": [""], "counter": ["_total"], "info": ["_info"], "histogram": ["_bucket", "_count", "_sum"],
            ]
            guard suffixes[type, default: []].contains(where: { family + $0 == sample.name }) else {
                throw mistake("a name that its type has not")
            }
            guard type != "counter" || sample.value >= 0 else { throw mistake("a counter below zero") }
            let isKnown =
                families[family]?.samples.contains { $0.name == sample.name && $0.labels == sample.labels } ?? false
            guard !isKnown else { throw mistake("a series twice") }
            families[family]?.samples.append(sample)
        }
        for (name, family) in families where family.type == "histogram" { try checkHistogram(name, family) }
        return families
    }

    private static func checkHistogram(_ name: String, _ family: Family) throws {
        func mistake(_ what: String) -> Mistake { Mistake(line: 0, description: "\(name): \(what)") }
        func rest(_ sample: Sample) -> [String: String] { sample.labels.filter { $0.key != "le" } }
        for (labels, samples) in Dictionary(grouping: family.samples, by: rest) {
            let buckets = samples.filter { $0.name == name + "_bucket" }
            let bounds = buckets.compactMap { $0.labels["le"].flatMap(number) }
            guard bounds.count == buckets.count, bounds == bounds.sorted(), bounds.last == .infinity else {
                throw mistake("bounds of \(labels) do not rise to +Inf")
            }
            let counts = buckets.map(\.value)
            guard counts == counts.sorted() else { throw mistake("counts of \(labels) fall") }
            guard let count = samples.first(where: { $0.name == name + "_count" }), count.value == counts.last,
                samples.contains(where: { $0.name == name + "_sum" })
            else { throw mistake("count of \(labels) is not that of +Inf") }
        }
    }

    private static func sample(_ line: Substring) -> Sample? {
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while true {
                let label = rest.prefix { $0 != "=" }
                rest = rest.dropFirst(label.count)
                guard isName(String(label)), rest.hasPrefix("=\"") else { return nil }
                rest = rest.dropFirst(2)
                guard let value = quoted(&rest), labels.updateValue(value, forKey: String(label)) == nil else {
                    return nil
                }
                if rest.first == "}" { break }
                guard rest.first == "," else { return nil }
                rest = rest.dropFirst()
            }
            rest = rest.dropFirst()
        }
        guard isName(String(name)), rest.first == " ", let value = number(String(rest.dropFirst())) else { return nil }
        return Sample(name: String(name), labels: labels, value: value)
    }

    /// Reads up to and including the closing quote.
    private static func quoted(_ rest: inout Substring) -> String? {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                switch rest.popFirst() {
                case "\\": value += "\\"
                case "\"": value += "\""
                case "n": value += "\n"
                default: return nil
                }
            default: value.append(character)
            }
        }
        return nil
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default: text.allSatisfy { "0123456789.e+-".contains($0) } ? Double(text) : nil
        }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x5f
                || byte == 0x3a
        }
    }
}
