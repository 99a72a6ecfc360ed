import Base
import Phones

extension NetworkAddress {
    /// The address of this machine in the home's network, which may be another after every lease; bridges and tunnels are
    /// no place where phones are.
    static var ofTheHome: String {
        let inside = ["docker", "br-", "veth", "virbr", "tun", "wg"]
        return all().first { address in
            HomeOrigin.isOfAHome(address.text) && !inside.contains { address.interface.hasPrefix($0) }
        }?.text ?? "127.0.0.1"
    }
}
