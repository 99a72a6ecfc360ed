/// The fault that the remote's receiver is pulled out, whatever key is held.
package final class RemoteFault: Fault {
    package let kind = FaultKind.remoteGone
    private let hand: UinputHand

    package init(_ hand: UinputHand) { self.hand = hand }

    package func strike() throws { hand.unplug() }
    package func mend() throws { try hand.plugIn() }
}
