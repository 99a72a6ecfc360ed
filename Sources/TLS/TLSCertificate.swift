import CSSL

/// A certificate with its key, as a server shows it. Thread-safe: nothing of it changes.
package final class TLSCertificate: Sendable {
    // OpenSSL lets any thread make connections of a context that nobody changes.
    nonisolated(unsafe) let context: OpaquePointer

    /// Takes a certificate and what it stands on, and its key, from PEM files.
    package init(chain: String, key: String) throws(TLSFailure) {
        guard let context = hearth_tls_server() else { throw TLSFailure("no TLS") }
        self.context = context
        guard SSL_CTX_use_certificate_chain_file(context, chain) == 1 else { throw TLSFailure(chain) }
        guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else { throw TLSFailure(key) }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw TLSFailure("\(key) is not the key of \(chain)")
        }
    }

    /// Takes a certificate that was just made.
    init(_ leaf: OwnedCertificate, issuer: OwnedCertificate) throws(TLSFailure) {
        guard let context = hearth_tls_server() else { throw TLSFailure("no TLS") }
        self.context = context
        guard SSL_CTX_use_certificate(context, leaf.certificate) == 1,
            SSL_CTX_use_PrivateKey(context, leaf.key) == 1
        else { throw TLSFailure("the box's certificate can't be used") }
        // The phone has the issuer already, or asks for it: sent along, nothing is missing.
        _ = SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(issuer.certificate))
    }

    deinit { SSL_CTX_free(context) }
}
