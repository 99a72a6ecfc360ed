import Foundation

/// Encrypts with AES-128-CBC and PKCS#7 by the `openssl` program.
enum AESFixture {
    static func encrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
        func hex(_ bytes: [UInt8]) -> String {
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-aes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl", "enc", "-aes-128-cbc", "-K", hex(key), "-iv", hex(vector), "-in", file.path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](data)
    }
}
