import Foundation
import TestSupport
import Testing

@testable import TLS

@Suite("TLS: the box's own authority")
struct BoxAuthorityTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("It is made once and kept, its key for its owner alone; what can't be read is made anew")
    func kept() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try BoxAuthority(in: folder.path, names: ["box", "box.local"])
        let second = try BoxAuthority(in: folder.path, names: ["box", "box.local"])
        #expect(first.certificate == second.certificate && first.certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
        let key = folder.appending(path: "phones-authority.key").path
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data("nonsense".utf8).write(to: URL(filePath: key))
        #expect(try BoxAuthority(in: folder.path, names: ["box"]).certificate != first.certificate)
        _ = try first.certificate(for: ["192.168.1.20", "not an address", "fe80::1"])
        #expect(throws: TLSFailure.self) { try BoxAuthority(in: folder.path + "/none", names: ["box"]) }
        #expect(throws: TLSFailure.self) { try TLSCertificate(chain: key, key: key) }
    }

    @Test("OpenSSL takes what it signs for the box's names and addresses, and for no other")
    func constraints() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let authority = try BoxAuthority(in: folder.path, names: ["box", "box.local"])
        let text = authority.certificate
        let file = folder.appending(path: "box.crt")
        try Data(text.utf8).write(to: file)
        let shown = try ProgramRun("openssl", ["x509", "-in", file.path, "-noout", "-text"]).text
        for words in [
            "CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "DNS:box.local", "IP:192.168.0.0/255.255.0.0",
            "X509v3 Name Constraints: critical",
        ] {
            #expect(shown.contains(words), "\(words) in \(shown)")
        }
        // Who has its key signs what he likes: a phone that trusts it takes what is for this box, and nothing else.
        for (place, isGood) in [
            ("DNS:box.local", true), ("IP:192.168.7.7", true), ("IP:100.100.1.2", true),
            ("DNS:bank.example", false), ("IP:8.8.8.8", false),
            ("DNS:box.local,DNS:bank.example", false),
        ] {
            let leaf = try OwnedCertificate.make(
                OwnedCertificate.Content(
                    name: "leaf", days: 30,
                    extensions: [
                        (BoxAuthority.basicConstraints, "critical,CA:FALSE"), (BoxAuthority.alternativeName, place),
                    ]), issuer: authority.own)
            let signed = folder.appending(path: "leaf.pem")
            try Data(leaf.text.utf8).write(to: signed)
            let verdict = try ProgramRun("openssl", ["verify", "-CAfile", file.path, signed.path])
            #expect((verdict.status == 0) == isGood, "\(place): \(verdict.text) \(verdict.errors)")
        }
    }
}
