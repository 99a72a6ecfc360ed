import Glibc

/// Which adapter the line is driven by: the kernel's by its own interface, Pulse-Eight's by libcec, and no other.
enum CECAdapterChoice: Sendable, Hashable {
    case kernel([String])
    case pulseEight(String)

    /// - Parameters:
    ///   - wanted: as it is configured; nil: the first found
    ///   - kernel: nodes that there are
    ///   - pulseEight: serial ports with such an adapter
    init(_ wanted: String?, kernel: [String], pulseEight: [String]) throws(CECFailure) {
        switch wanted {
        case nil:
            guard kernel.isEmpty else {
                self = .kernel(kernel)
                return
            }
            guard let port = pulseEight.first else { throw .noAdapter }
            self = .pulseEight(port)
        case let path? where path.hasPrefix("/dev/cec"): self = .kernel([path])
        // By whatever name udev gives it; but not these, which are libcec's ways to boards' own adapters.
        case let path? where path.hasPrefix("/") && !["/dev/aocec", "/dev/vchiq"].contains(path):
            self = .pulseEight(path)
        case let other?:
            throw .notOpened(
                port: other,
                reason:
                    "it is neither a node of the kernel's (/dev/cec0) nor a serial port of Pulse-Eight's (/dev/ttyACM0)"
            )
        }
    }

    static func open(_ configuration: CECLine.Configuration, _ inbox: CECInbox) throws(CECFailure) -> any CECAdapter {
        let name = configuration.settings.osdName
        let choice = try CECAdapterChoice(
            configuration.port, kernel: (0..<4).map { "/dev/cec\($0)" }.filter(exists), pulseEight: PulseEight.ports())
        switch choice {
        case .kernel(let nodes):
            guard let adapter = try openKernel(nodes.filter(exists), name) else { throw .noAdapter }
            return adapter
        case .pulseEight(let port):
            guard exists(port) else { throw .noAdapter }
            return try LibCECAdapter(name: name, port: port, inbox: inbox)
        }
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
