import Foundation
import Testing

/// What an introspection document names, by interface: methods and signals with their arguments, properties with their
/// types.
struct Introspected {
    var methods: [String: [String: [String]]] = [:]
    var signals: [String: [String: [String]]] = [:]
    var properties: [String: [String: String]] = [:]

    init(_ xml: String) throws {
        var interface = ""
        var member = ""
        var isSignal = false
        for tag in xml.split(separator: "<") {
            let text = String(tag.prefix { $0 != ">" })
            let name = String(text.prefix { $0.isLetter || $0 == "/" })
            func attribute(_ key: String) -> String? {
                guard let range = text.range(of: " \(key)=\"") else { return nil }
                return String(text[range.upperBound...].prefix { $0 != "\"" })
            }
            switch name {
            case "interface": interface = try #require(attribute("name"))
            case "method", "signal":
                member = try #require(attribute("name"))
                isSignal = name == "signal"
                if isSignal {
                    signals[interface, default: [:]][member] = []
                } else {
                    methods[interface, default: [:]][member] = []
                }
            case "arg":
                let type = try #require(attribute("type"))
                if isSignal {
                    signals[interface]?[member]?.append(type)
                } else {
                    methods[interface]?[member]?.append("\(attribute("direction") ?? "in") \(type)")
                }
            case "property": properties[interface, default: [:]][try #require(attribute("name"))] = attribute("type")
            default: break
            }
        }
        methods = methods.filter { $0.key.hasPrefix("org.mpris") }
    }
}

/// Test data that others wrote, beside the checkout.
enum Corpora {
    static func mpris(_ interface: String) -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return root.appendingPathComponent("shared/corpora/mpris/\(interface).xml").path
    }
}
