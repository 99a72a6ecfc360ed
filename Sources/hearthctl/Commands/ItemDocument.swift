import ArgumentParser
import ControlProtocol
import Devices
import Foundation

/// Reads documents that declare items: docs/doors.md.
enum ItemDocument {
    /// So many bytes the box takes.
    private static let longest = 4 << 20

    /// - Parameter path: a file, or `-` for standard input
    static func read(_ path: String) throws -> [DeclaredItem] {
        // What looks like an address may hold an account.
        let shown = RedactedURL(path).description
        guard !path.contains("://") else {
            throw ValidationError("'\(shown)' is no address that can be played: give one of http:// or https://")
        }
        let data: Data
        if path == "-" {
            data = FileHandle.standardInput.readDataToEndOfFile()
        } else {
            guard let read = FileManager.default.contents(atPath: path) else {
                throw ValidationError("'\(shown)' is no address (http://, https://) and no file that can be read")
            }
            data = read
        }
        guard data.count <= longest else { throw ValidationError("\(shown): it has more than \(longest) bytes") }
        do {
            if let request = try? Wire.decode(ItemsRequest.self, from: data) { return request.items }
            if let items = try? Wire.decode([DeclaredItem].self, from: data) { return items }
            // The fault of a document that is meant as many is told as such.
            let isMany = String(decoding: data.prefix(4096), as: UTF8.self).contains("\"items\"")
            return isMany
                ? try Wire.decode(ItemsRequest.self, from: data).items
                : [try Wire.decode(DeclaredItem.self, from: data)]
        } catch {
            throw ValidationError("'\(shown)' is no address (http://, https://), and as a document: \(reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.reduce("") { text, key in
                key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
            }
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            return "\"\(place(context.codingPath + [key]))\" is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            return "\"\(place(context.codingPath))\" has the wrong type"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "\"\(place(context.codingPath))\" has a value that does not exist"
        case DecodingError.dataCorrupted(let context):
            let cause = context.underlyingError.map { "\($0)" } ?? context.debugDescription
            return "it is no JSON: \(cause)"
        default: return "it can't be read: \(error)"
        }
    }
}
