/// The fault that the provider's server dies; mending starts it at the same address.
package final class OriginFault: Fault {
    package let kind = FaultKind.originDead
    private let origin: LocalOrigin

    package init(_ origin: LocalOrigin) { self.origin = origin }

    package func strike() throws { origin.stop() }
    package func mend() throws { try origin.start() }
}
