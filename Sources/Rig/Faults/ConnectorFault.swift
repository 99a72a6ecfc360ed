/// The fault that the TV's cable is pulled out of board U.
package final class ConnectorFault: Fault {
    package let kind = FaultKind.hdmiUnplugged
    private var isStruck = false

    package init() {}

    package func strike() throws {
        isStruck = true
        try BoardConnector.set("off")
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try BoardConnector.set("detect")
    }
}
