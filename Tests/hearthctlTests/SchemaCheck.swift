import Foundation

/// A check of JSON against the part of JSON Schema that docs/*.schema.json use: type, const, enum,
/// properties, patternProperties (prefixes), additionalProperties: false, required, items, minimum,
/// oneOf, $ref.
struct SchemaCheck {
    private let root: [String: Any]

    struct NotASchema: Error {}

    init(file: URL) throws {
        guard let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
            throw NotASchema()
        }
        self.root = root
    }

    /// The faults of `json`, each with its path; empty when there are none.
    func faults(in json: String) throws -> [String] {
        faults(try JSONSerialization.jsonObject(with: Data(json.utf8)), root, at: "$")
    }

    private func faults(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            guard let name = reference.split(separator: "/").last,
                let target = (root["$defs"] as? [String: Any])?[String(name)] as? [String: Any]
            else { return ["\(path): no such definition \(reference)"] }
            return faults(value, target, at: path)
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let results = choices.map { faults(value, $0, at: path) }
            return results.contains(where: \.isEmpty) ? [] : results.min { $0.count < $1.count } ?? []
        }
        var found: [String] = []
        if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
            !types.contains(where: { isOf($0, value) })
        {
            found.append("\(path): not \(types.joined(separator: " or "))")
        }
        if let constant = schema["const"] as? String, value as? String != constant {
            found.append("\(path): not \(constant)")
        }
        if let values = schema["enum"] as? [String], !values.contains(value as? String ?? "") {
            found.append("\(path): \(value) is none of \(values)")
        }
        if let minimum = schema["minimum"] as? Int, let number = value as? NSNumber, number.intValue < minimum {
            found.append("\(path): below \(minimum)")
        }
        if let items = schema["items"] as? [String: Any], let list = value as? [Any] {
            for (index, item) in list.enumerated() { found += faults(item, items, at: "\(path)[\(index)]") }
        }
        if let object = value as? [String: Any] { found += memberFaults(object, schema, at: path) }
        return found
    }

    private func memberFaults(_ object: [String: Any], _ schema: [String: Any], at path: String) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let patterns = schema["patternProperties"] as? [String: [String: Any]] ?? [:]
        var found = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
            "\(path): \($0) is missing"
        }
        for (name, member) in object {
            let pattern = patterns.first { name.hasPrefix($0.key.drop { $0 == "^" }) }?.value
            if let known = properties[name] ?? pattern {
                found += faults(member, known, at: "\(path).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                found.append("\(path): the schema does not know \(name)")
            }
        }
        return found
    }

    private func isOf(_ type: String, _ value: Any) -> Bool {
        let isBool = (value as? NSNumber).map { isBoolean($0) } ?? false
        switch type {
        case "object": return value is [String: Any]
        case "array": return value is [Any]
        case "string": return value is String
        case "boolean": return isBool
        case "number": return value is NSNumber && !isBool
        case "integer":
            return !isBool && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        default: return false
        }
    }

    /// Whether a number is a JSON boolean: on Linux it differs from other NSNumbers only by its
    /// Objective-C type.
    private func isBoolean(_ number: NSNumber) -> Bool {
        String(cString: number.objCType) == "c" || number is Bool && "\(type(of: number))".contains("Bool")
    }
}
