/// A fault of board Q that one command makes and another mends.
package final class GuestFault: Fault {
    package let kind: FaultKind
    private let breaking: () throws -> Void
    private let mending: () throws -> Void
    private var isBroken = false

    private init(_ kind: FaultKind, strike: @escaping () throws -> Void, mend: @escaping () throws -> Void) {
        self.kind = kind
        breaking = strike
        mending = mend
    }

    package func strike() throws {
        // Set first, so that a half-made fault is mended too.
        isBroken = true
        try breaking()
    }

    package func mend() throws {
        guard isBroken else { return }
        isBroken = false
        try mending()
    }

    /// All faults that can be made on `board`.
    package static func all(of board: BoardQ) -> [GuestFault] {
        typealias Machine = EmulatedMachine
        return [
            GuestFault(.powerCut) {
                board.cutPower()
            } mend: {
                // It boots while the scenario watches.
                try board.powerOn()
            },
            GuestFault(.daemonKilled) {
                try board.demand("systemctl kill --kill-whom main --signal KILL hearthd")
            } mend: {
                // Mending it is systemd's work.
            },
            GuestFault(.networkCut) {
                try board.qmp().run(.link(Machine.networkCard, up: false))
            } mend: {
                try board.qmp().run(.link(Machine.networkCard, up: true))
            },
            GuestFault(.remoteGone) {
                try board.qmp().run(.unplug(Machine.keyboard))
                try board.qmp().wait(for: .event("DEVICE_DELETED", device: Machine.keyboard), timeout: .seconds(30))
            } mend: {
                try board.qmp().run(.plug(Machine.keyboardDriver, as: Machine.keyboard, into: Machine.keyboardPort))
            },
            GuestFault(.soundCardGone) {
                try board.demand(soundCard("unbind"))
            } mend: {
                try board.demand(soundCard("bind"))
            },
            GuestFault(.diskFull) {
                // Nearly all at once, then to the last block that is not kept for root.
                try board.demand(
                    """
                    fallocate -l $(($(df --output=avail -B1M /var/tmp | tail -1) - 8))M /var/tmp/fill
                    setpriv --reuid 65534 --regid 65534 --clear-groups cat /dev/zero >/var/tmp/fill-rest
                    sync
                    """)
            } mend: {
                try board.demand("rm -f /var/tmp/fill /var/tmp/fill-rest; sync")
            },
        ]
    }

    /// A command for QEMU's Intel HDA controller, found by its PCI ids.
    private static func soundCard(_ verb: String) -> String {
        """
        for device in /sys/bus/pci/devices/*; do
            [ "$(cat $device/vendor):$(cat $device/device)" = 0x8086:0x293e ] || continue
            echo "${device##*/}" >/sys/bus/pci/drivers/snd_hda_intel/\(verb)
        done
        """
    }
}
