import Glibc

/// Chooses the adapter and the library through which the line is driven.
enum CECAdapterChoice {
    static func open(_ configuration: CECLine.Configuration, _ inbox: CECInbox) throws(CECFailure) -> any CECAdapter {
        let name = configuration.settings.osdName
        let nodes: [String]
        if let port = configuration.port {
            guard port.hasPrefix("/") else { return try LibCECAdapter(name: name, port: port, inbox: inbox) }
            guard exists(port) else { throw .noAdapter }
            guard port.hasPrefix("/dev/cec") else { return try LibCECAdapter(name: name, port: port, inbox: inbox) }
            nodes = [port]
        } else {
            nodes = (0..<4).map { "/dev/cec\($0)" }.filter(exists)
        }
        if let adapter = try openKernel(nodes, name) { return adapter }
        // Trying libcec costs threads and USB traffic; without one of these nodes it finds nothing.
        let others = (0..<4).map { "/dev/ttyACM\($0)" } + ["/dev/aocec", "/dev/vchiq"]
        guard others.contains(where: exists) else { throw .noAdapter }
        return try LibCECAdapter(name: name, port: nil, inbox: inbox)
    }

    /// Opens the first adapter that is plugged into something; else the first. At 0.0.0.0 an adapter
    /// is a TV's own.
    private static func openKernel(_ nodes: [String], _ name: String) throws(CECFailure) -> KernelCECAdapter? {
        var (first, failure): (KernelCECAdapter?, CECFailure?) = (nil, nil)
        for node in nodes {
            do throws(CECFailure) {
                let adapter = try KernelCECAdapter(node, name: name)
                if let address = adapter.facts.physicalAddress, address != 0 { return adapter }
                first = first ?? adapter
            } catch {
                failure = failure ?? error
            }
        }
        if first == nil, let failure { throw failure }
        return first
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
