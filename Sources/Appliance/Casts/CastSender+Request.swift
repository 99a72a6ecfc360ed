import FoundationEssentials
import HTTPTypes
import Phones

extension CastSender {
    /// The sender of a request, as far as it can be told.
    ///
    /// - Parameter peer: its address in the network
    init(peer: String, headers: HTTPFields) {
        self.init(
            id: Self.hardwareAddress(of: peer) ?? peer,
            name: Self.name(
                agent: headers[.userAgent], client: HTTPField.Name("X-AV-Client-Info").flatMap { headers[$0] },
                friendly: HTTPField.Name("FriendlyName.DLNA.ORG").flatMap { headers[$0] }, peer: peer))
    }

    /// The name of a device for people: as it says itself, else the program that it runs, with its address behind it.
    static func name(agent: String?, client: String?, friendly: String?, peer: String) -> String {
        if let friendly, !friendly.isEmpty { return "\(Phone.name(friendly)) (\(peer))" }
        // `av=5.0; cn="Sony Corporation"; mn="BRAVIA"; …`
        if let client, let start = client.firstRange(of: "mn=\"") {
            let model = client[start.upperBound...].prefix { $0 != "\"" }
            if !model.isEmpty { return "\(Phone.name(String(model))) (\(peer))" }
        }
        let common = ["upnp", "linux", "windows", "microsoft-windows", "darwin", "dlnadoc", "java", "python", "http"]
        let products = (agent ?? "").split { " ,;()".contains($0) }.filter { $0.contains("/") }
            .compactMap { $0.split(separator: "/").first.map(String.init) }
        guard
            let product = products.first(where: { product in
                product.contains(where: \.isLetter) && !common.contains { product.lowercased() == $0 }
            })
        else { return peer }
        return "\(Phone.name(product)) (\(peer))"
    }

    /// What the kernel knows of a neighbour: an address in the network may be another's after a lease.
    private static func hardwareAddress(of peer: String) -> String? {
        guard let table = try? String(contentsOfFile: "/proc/self/net/arp", encoding: .utf8) else { return nil }
        return hardwareAddress(of: peer, in: table)
    }

    static func hardwareAddress(of peer: String, in table: String) -> String? {
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 4, fields[0] == peer, fields[3] != "00:00:00:00:00:00" else { continue }
            return fields[3].lowercased()
        }
        return nil
    }
}
