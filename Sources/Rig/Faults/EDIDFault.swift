/// The fault that another TV is on the cable: one that offers 1280x720 at 50 Hz and nothing else.
package final class EDIDFault: Fault {
    package let kind = FaultKind.edidChanged
    private var isStruck = false

    package init() {}

    package func strike() throws {
        isStruck = true
        try BoardConnector.set(edid: TVDescription.hd50.edid)
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try BoardConnector.set(edid: [])
    }
}
