import Foundation
import TestSupport

/// A self-signed certificate: `key.pem` and `certificate.pem` for a server on 127.0.0.1.
enum SelfSignedCertificate {
    static let openssl = URL(fileURLWithPath: "/usr/bin/openssl")

    static func make(in folder: URL) throws {
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
            "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", folder.appendingPathComponent("key.pem").path,
            "-out", folder.appendingPathComponent("certificate.pem").path,
        ]
        _ = try ProgramRun(openssl.path, arguments)
    }
}
