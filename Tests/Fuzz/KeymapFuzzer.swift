@testable import ConfigurationFile
@testable import RemoteKeymaps

/// Parses any bytes as a keymap of an infrared remote, as the table of keymaps, and as orders to the keeper.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeymap(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    let reading = RemoteKeymapReading(text: text, name: "fuzz.toml")
    for fault in reading.errors + reading.warnings { precondition(!fault.reason.isEmpty, "a fault without a reason") }
    // What the keeper writes anew is a keymap of the same meaning, and stays as it is.
    if reading.errors.isEmpty, let written = try? reading.keymap.written(named: "fuzz") {
        let again = RemoteKeymapReading(text: written, name: "again.toml")
        precondition(again.errors.isEmpty && again.warnings.isEmpty, "what was written anew is wrong")
        precondition(again.keymap.codes.isSubset(of: reading.keymap.codes), "keys from nowhere")
        precondition(again.keymap.parts.count == reading.keymap.parts.count, "a part is lost")
        precondition((try? again.keymap.written(named: "fuzz")) == written, "written anew, it is another")
    }
    _ = KeymapTable(text: text)
    for line in text.split(separator: "\n") {
        guard let order = KeymapOrder(line: line) else { continue }
        precondition(KeymapOrder(line: order.line.dropLast()) == order, "an order that is another when it is sent on")
        if case .keep(let name, _, let length) = order {
            precondition(length <= KeymapOrder.longestKeymap, "a keymap without bounds")
            precondition(!name.contains("/") && !name.contains(".."), "a name that leads elsewhere")
        }
    }
    return 0
}
