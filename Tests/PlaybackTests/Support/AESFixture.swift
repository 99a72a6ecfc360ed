import Foundation
import TestSupport

/// Encrypts with AES-128-CBC and PKCS#7 by the `openssl` program.
enum AESFixture {
    static func encrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-aes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let arguments = [
            "enc", "-aes-128-cbc", "-K", hexDigits(of: key), "-iv", hexDigits(of: vector), "-in", file.path,
        ]
        return [UInt8](try ProgramRun("openssl", arguments).output)
    }
}
