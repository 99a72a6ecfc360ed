import Devices

@testable import Channels

/// Parses any text as an address: an account in it never comes out where it is shown, and its normal form stays as it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAddress(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    for url in [text, "http://" + text, "http://h/" + text] {
        let origin = URLOrigin(url)
        if let origin {
            precondition((0...65_535).contains(origin.port) && !origin.host.isEmpty, "an origin that is none")
            precondition(URLOrigin(origin.root) == origin, "an origin's root that is another origin")
        }
        _ = AddressReach(host: url)
        _ = AddressForm(url)
        let shown = RedactedURL(url).description
        precondition(RedactedURL(shown).description == shown, "what is shown would be shown otherwise")
        _ = RedactedURL.hiding(in: url)
    }
    let secret = "S3CRETS3CRETS3CRET"
    for url in ["http://u:\(secret)@h/" + text, "http://h/\(secret)/\(secret)/" + text, "https://h/x?" + text + secret]
    {
        precondition(!RedactedURL(url).description.contains(secret), "an account is shown")
        // Within a text an address ends with the word.
        guard !url.unicodeScalars.contains(where: \.properties.isWhitespace) else { continue }
        for quoted in [url, "'\(url)'", "url=\(url),"] {
            precondition(!RedactedURL.hiding(in: quoted).contains(secret), "an account is shown in a text")
        }
    }
    return 0
}
