import Rig
import Testing

@Suite("Hands")
struct HandTests {
    @Test("The page's address and ticket are in what hearthctl says, and nothing that a shell obeys is taken for them")
    func page() {
        let link = RequestHand.link(in: #"{"url":"http://127.0.0.1:40000/#00ff"}"#)
        #expect(link?.address == "http://127.0.0.1:40000/" && link?.ticket == "00ff")
        for wrong in [
            "", "{}", "http://127.0.0.1:2/#00", #"{"url":"http://127.0.0.1:2/"}"#, #"{"url":"http://127.0.0.1:2/#"}"#,
            #"{"url":"http://127.0.0.1:2/#a'b"}"#, #"{"url":"http://127.0.0.1:2/';x#00"}"#,
            #"{"url":"http://example.org/#00"}"#,
        ] {
            #expect(RequestHand.link(in: wrong) == nil, "\(wrong)")
        }
    }

    @Test("Commands that keys led to are read from the log, in order, and no others")
    func commands() {
        let log = """
            debug hearth: key command=channelUp result=done
            info hearth: tuning channel=2 Hearth Two
            debug hearth: key command=digit(3) result=notNow("no")
            debug hearth.cec: key command=none
            """
        #expect(KeyCommands(log: log).names == ["channelUp", "digit(3)"])
    }

    @Test(
        "A held key acts at once, after 450 ms, each 120 ms, and from the tenth repeat on each 60 ms",
        arguments: [
            (0, 1), (449, 1), (450, 2), (569, 2), (570, 3), (650, 3), (1_530, 11), (1_589, 11), (1_590, 12),
            (2_000, 18),
        ])
    func held(milliseconds: Int, steps: Int) {
        #expect(HeldKeyRate.steps(in: .milliseconds(milliseconds)) == steps)
    }

    @Test("What cec-compliance found fault with is read from what it printed")
    func compliance() {
        let said = """
            \tSystem Information feature:
            \t    Polling Message: OK
            \t\tfail: cec-test.cpp(126): !is_tv(la, node->remote[la].prim_type) && !unrecognized_op(&msg)
            \t    Get Menu Language: FAIL
            \t    Standby: Get Menu Language: FAIL

            Total for vivid device /dev/cec-tv: 79, Succeeded: 68, Failed: 11, Warnings: 0
            """
        let report = CECCompliance(said)
        #expect(report.total == 79)
        #expect(report.failed == ["Get Menu Language", "Standby: Get Menu Language"])
        #expect(CECCompliance("").total == nil)
        #expect(CECCompliance("Total for ").total == nil)
    }
}
