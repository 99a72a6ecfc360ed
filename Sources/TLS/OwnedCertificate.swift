import CSSL

/// A certificate and its key in memory. Thread-safe once made: OpenSSL counts who uses them, and nothing changes them.
final class OwnedCertificate: Sendable {
    // Both are read by OpenSSL alone, which counts who uses them.
    nonisolated(unsafe) let certificate: OpaquePointer
    nonisolated(unsafe) let key: OpaquePointer

    /// Takes both over.
    init(certificate: OpaquePointer, key: OpaquePointer) {
        self.certificate = certificate
        self.key = key
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// What a certificate is to say.
    struct Content {
        var name: String
        var days: Int
        /// Extensions as OpenSSL's configuration writes them.
        var extensions: [(kind: Int32, value: String)]
    }

    /// Makes one; nil for `issuer`: it stands on itself.
    static func make(_ content: Content, issuer: OwnedCertificate?) throws(TLSFailure) -> OwnedCertificate {
        guard let key = hearth_tls_key() else { throw TLSFailure("no key was made") }
        guard let certificate = X509_new() else {
            EVP_PKEY_free(key)
            throw TLSFailure("no certificate was made")
        }
        let made = OwnedCertificate(certificate: certificate, key: key)
        X509_set_version(certificate, 2)
        // 63 random bits: a number that was not used before (RFC 5280, 4.1.2.2).
        ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate), Int64.random(in: 1...Int64.max))
        // A clock that is behind must not find it too young.
        X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400)
        X509_gmtime_adj(X509_getm_notAfter(certificate), content.days * 86_400)
        let name = X509_get_subject_name(certificate)
        let text = Array(content.name.utf8.prefix(64))
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, text, Int32(text.count), -1, 0)
        X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? name)
        X509_set_pubkey(certificate, key)
        for (kind, value) in content.extensions {
            guard hearth_tls_extend(certificate, issuer?.certificate ?? certificate, kind, value) == 1 else {
                throw TLSFailure("the certificate can't say \(value)")
            }
        }
        guard X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0 else {
            throw TLSFailure("the certificate can't be signed")
        }
        return made
    }

    // MARK: Text

    /// The certificate in PEM.
    var text: String { Self.text { PEM_write_bio_X509($0, certificate) } }
    /// The key in PEM, not encrypted.
    var keyText: String { Self.text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) } }

    /// Reads both from PEM; nil where that can't be read.
    convenience init?(text: String, keyText: String) {
        let certificate = Self.read(text) { PEM_read_bio_X509($0, nil, nil, nil) }
        let key = Self.read(keyText) { PEM_read_bio_PrivateKey($0, nil, nil, nil) }
        guard let certificate, let key else {
            certificate.map { X509_free($0) }
            key.map { EVP_PKEY_free($0) }
            ERR_clear_error()
            return nil
        }
        self.init(certificate: certificate, key: key)
    }

    /// Whether it is good for so many days more, and its key is this one.
    func isGood(days: Int) -> Bool {
        var then = time(nil) + days * 86_400
        return X509_cmp_time(X509_get0_notAfter(certificate), &then) > 0
            && X509_check_private_key(certificate, key) == 1
    }

    private static func read(_ text: String, _ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 65_536, let memory = BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
        defer { BIO_free(memory) }
        return body(memory)
    }

    private static func text(_ body: (OpaquePointer) -> Int32) -> String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        guard body(memory) == 1 else { return "" }
        var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(memory)))
        let count = BIO_read(memory, &bytes, Int32(bytes.count))
        return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
