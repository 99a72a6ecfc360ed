import Glibc

/// Reads a whole small text file.
enum TextFile {
    /// The largest file that is read, in bytes.
    private static let largest = 1 << 20

    /// Reads a file.
    /// - Returns: the file's text; or why it can't be read, with the file's name
    static func contents(of file: String) -> Result<String, ConfigurationDiagnostic> {
        func failed() -> Result<String, ConfigurationDiagnostic> {
            .failure(ConfigurationDiagnostic(file: file, reason: String(cString: strerror(errno))))
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return failed() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return failed() }
            if count == 0 { break }
            bytes += chunk[..<count]
            guard bytes.count <= largest else {
                return .failure(ConfigurationDiagnostic(file: file, reason: "larger than \(largest) bytes"))
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(ConfigurationDiagnostic(file: file, reason: "not UTF-8"))
        }
        return .success(text)
    }
}
