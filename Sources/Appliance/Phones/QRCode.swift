import CQRencode

/// The picture of a text that cameras read (ISO/IEC 18004), by libqrencode.
enum QRCode {
    /// The rows of the picture, true for what is dark; nil: the text is too long, or there is no memory.
    ///
    /// A sixth of it may be unreadable: a screen is clean, but glares.
    static func rows(of text: String) -> [[Bool]]? {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let squares = code.pointee.data else { return nil }
        return (0..<width).map { row in (0..<width).map { squares[row * width + $0] & 1 == 1 } }
    }
}
