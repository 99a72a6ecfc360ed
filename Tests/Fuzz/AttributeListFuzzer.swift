@testable import HLS

/// Parses any bytes as the value of a tag with attributes, in both modes, reading every type.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAttributeList(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    let variables = VariableTable(imports: ["a": "b"], url: "https://example.com/?q=1")
    for mode in [ParsingMode.strict, .lenient] {
        guard var list = try? AttributeList(bytes[...], tag: "EXT-X-TEST", mode: mode, variables: variables) else {
            continue
        }
        for name in list.attributes.map(\.name) + ["ABSENT"] {
            _ = try? list.integer(name)
            _ = try? list.number(name)
            _ = try? list.seconds(name, isSigned: true)
            _ = try? list.resolution(name)
            _ = try? list.hexadecimal(name)
            _ = try? list.list(name)
            _ = try? list.string(name)
            _ = try? list.flag(name)
        }
        _ = try? list.checkRequirements()
    }
    _ = try? JSONText(bytes)
    return 0
}
