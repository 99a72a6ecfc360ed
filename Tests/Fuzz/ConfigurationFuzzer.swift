@testable import ConfigurationFile

/// Parses any bytes as a configuration: every fault names its file, and says what it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    let reading = ConfigurationReading(text: text, name: "hearth.toml")
    for fault in reading.errors + reading.warnings {
        precondition(fault.file == "hearth.toml" && !fault.reason.isEmpty, "a fault without its place or reason")
    }
    return 0
}
