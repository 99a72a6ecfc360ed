import Commands
import ConfigurationFile
import Glibc
import RemoteKeymaps

/// A remote that was learnt or installed, as read from its files.
struct LearntRemote: Encodable, Equatable {
    struct Entry: Encodable, Equatable {
        let scancode: String?
        let key: String
    }

    struct Part: Encodable, Equatable {
        let `protocol`: String
        let variant: String?
        let keys: [Entry]
    }

    let name: String
    let file: String
    /// The receivers that it is loaded into, as `driver table`.
    let receivers: [String]
    let keys: Int
    let parts: [Part]
    /// Why it can't be loaded.
    let error: String?

    /// Reads a remote's files; nil: there is none of that name.
    init?(_ name: String, folder: String = KeymapOrder.folder, table: String = KeymapOrder.table) {
        let file = "\(folder)/\(KeymapOrder.file(of: name))"
        guard KeymapOrder.isName(name), access(file, F_OK) == 0 else { return nil }
        let reading = RemoteKeymapReading(file: file)
        self.name = name
        self.file = file
        let lines = KeymapTable(text: DurableFiles.text(of: table) ?? "").lines
        receivers = lines.filter { $0.file == KeymapOrder.file(of: name) }.map { "\($0.driver) \($0.table)" }
        keys = reading.keymap.keyCount
        parts = reading.keymap.parts.map { part in
            Part(
                protocol: part.kind, variant: part.variant,
                keys: part.keys.map {
                    Entry(scancode: $0.scancode.map { "0x" + String($0, radix: 16) }, key: $0.code.description)
                })
        }
        error = reading.errors.first?.description
    }

    static func names(in folder: String = KeymapOrder.folder) -> [String] {
        DurableFiles.names(in: folder).compactMap(KeymapOrder.name(ofFile:)).sorted()
    }

    static func all() -> [LearntRemote] { names().compactMap { LearntRemote($0) } }

    var summary: [String] {
        let protocols = parts.map { $0.variant ?? $0.protocol }.joined(separator: ", ")
        let loaded = receivers.isEmpty ? "loaded by no receiver" : receivers.joined(separator: ", ")
        return [name, "\(keys) keys", protocols, loaded, error ?? ""]
    }

    var lines: [String] {
        let head = ["\(name): \(file)", "receivers: \(receivers.isEmpty ? "none" : receivers.joined(separator: ", "))"]
        let rows = parts.flatMap { part in
            part.keys.map { [part.variant ?? part.protocol, $0.scancode ?? "raw", $0.key] }
        }
        return head + (error.map { ["error: \($0)"] } ?? []) + Output.table(rows)
    }
}
