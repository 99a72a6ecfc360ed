import Rig
import Testing

@Suite("The network's shape")
struct NetworkTests {
    @Test("Each direction has half of the delay, and its own loss and rate")
    func shape() {
        let shape = NetworkShape(delay: .milliseconds(60), jitter: .milliseconds(5), rate: 1_000_000, loss: 0.02)
        #expect(shape.netem == "netem limit 300 delay 30000us 5000us loss 2.0% rate 1000000bit")
        #expect(NetworkShape().netem == "netem limit 300")
        #expect(NetworkShape(rate: 2_000_000).netem == "netem limit 300 rate 2000000bit")
    }

    @Test("A cut network loses everything, whatever else is said of it")
    func cut() {
        #expect(NetworkShape.cut.netem == "netem loss 100%")
        #expect(NetworkShape(delay: .seconds(1), rate: 1, isCut: true).netem == "netem loss 100%")
    }

    @Test("Nonsense stays within what tc takes")
    func bounds() {
        #expect(NetworkShape(rate: -5, loss: 3).netem == "netem limit 300 loss 100.0% rate 1bit")
    }

    @Test("lo is shaped in one place, an interface on its way out and by a mirror on its way in")
    func links() {
        let loopback = NetworkLink.loopback.commands(for: .cut)
        #expect(loopback.last == "tc qdisc add dev lo root netem loss 100%")
        let interface = NetworkLink.interface("vec0").commands(for: .cut)
        #expect(interface.contains("tc qdisc add dev vec0 root netem loss 100%"))
        #expect(interface.contains("tc qdisc add dev ifb-hearth root netem loss 100%"))
        #expect(interface.last?.contains("redirect dev ifb-hearth") == true)
    }

    @Test("A shape begins where nothing is shaped: what it does not mention does not stay")
    func anew() {
        for link in [NetworkLink.loopback, .interface("vec0")] {
            #expect(link.commands(for: .cut).starts(with: link.clearing))
        }
    }
}
