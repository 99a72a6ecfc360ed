@testable import ConfigurationFile

/// Parses any bytes as a configuration, as a page of overlays and as texts of a language: every fault names its file,
/// and says what it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    let reading = ConfigurationReading(text: text, name: "hearth.toml")
    for fault in reading.errors + reading.warnings {
        precondition(fault.file == "hearth.toml" && !fault.reason.isEmpty, "a fault without its place or reason")
    }
    let page = OverlayReading(text: text, name: "page.toml")
    precondition(page.page == nil || page.errors.isEmpty, "a page with a fault")
    precondition(
        page.errors.allSatisfy { $0.file == "page.toml" && !$0.reason.isEmpty }, "a fault without its place or reason")
    let texts = LanguageReading(text: text, name: "xx.toml")
    precondition(
        (texts.errors + texts.warnings).allSatisfy { $0.file == "xx.toml" && !$0.reason.isEmpty },
        "a fault without its place or reason")
    return 0
}
