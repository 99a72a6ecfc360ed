import Foundation

extension Catalogue {
    /// Runs board U's contract tests on another kernel's drivers: virtio-gpu, Intel HDA, virtio input,
    /// and the modules that Debian's kernel has.
    static let deviceContracts = Scenario(
        "device-contracts", "The contracts of display, sound, keys and CEC on the emulated machine's devices",
        needs: [.hand(.qmp)]
    ) { run in
        let box = run.bench.box
        try box.start(BoxSettings(mode: nil))
        try box.stop()
        // As a unit of its own: it takes longer than a command may.
        let script = Data(ContractReport.script.utf8).base64EncodedString()
        try box.shell("echo \(script) | base64 -d >/run/contracts")
        try box.shell(
            "systemd-run --collect --unit contracts bash -c 'exec bash /run/contracts >/run/contracts.out 2>&1'")
        let ended = waitUntil(timeout: .seconds(1_200), interval: .seconds(5)) {
            (try? box.shell("systemctl is-active contracts"))?.hasPrefix("active") == false ? true : nil
        }
        let said = try box.shell("cat /run/contracts.out")
        run.keep(text: said, as: "contracts")
        run.check(
            "The tests came to their end", ended == true && said.contains("Test run with"),
            found: String(said.suffix(300)))
        let report = ContractReport(said)
        for test in report.tests { run.check(test.name, test.passed, found: test.trouble) }
        run.figure("contracts that were run", Double(report.tests.count), "tests")
    }
}
