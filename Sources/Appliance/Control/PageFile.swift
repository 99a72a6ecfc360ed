import Hummingbird

/// A file of a page, the same for everybody, since it holds no secret.
struct PageFile: Sendable {
    var bytes: [UInt8]
    var type: String

    /// Those of the phones' page, by their paths.
    static let ofPhones: [String: PageFile] = [
        "/": PageFile(bytes: PackageResources.phone_html, type: "text/html; charset=utf-8"),
        "/manifest.webmanifest": PageFile(
            bytes: PackageResources.manifest_webmanifest, type: "application/manifest+json"),
        "/worker.js": PageFile(bytes: PackageResources.worker_js, type: "text/javascript; charset=utf-8"),
        "/icon.png": PageFile(bytes: PackageResources.icon_png, type: "image/png"),
    ]

    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type,
                .cacheControl: "no-store",
                .contentSecurityPolicy:
                    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; "
                    + "img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
                    + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
                .xContentTypeOptions: "nosniff",
                .init("Referrer-Policy") ?? .referer: "no-referrer",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
