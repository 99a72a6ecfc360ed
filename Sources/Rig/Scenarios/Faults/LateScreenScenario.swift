import ControlProtocol
import MediaCore

extension Catalogue {
    /// At boot a daemon may be faster than the screen's driver; on some boards that is loaded seconds later.
    static let lateScreen = Scenario(
        "late-screen",
        "The daemon starts before the screen's driver: it runs, says so, and takes the screen when it comes",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.screenDriverGone)]
    ) { run in
        let viewer = Viewer(on: run)
        let box = run.bench.box
        _ = try viewer.strike(.screenDriverGone)
        try run.start(BoxSettings(takesCEC: run.bench.bus != nil))
        let process = box.process
        let display = try box.status().display
        run.check(
            "Its status says that there is no screen",
            display?.trouble?.contains("no KMS device") == true && display?.connected == false,
            found: display.map { "\($0)" } ?? "no display")
        let said = try box.hearthctl("status")
        run.check(
            "… in words", said.contains("no KMS device in /dev/dri; the box waits for one"), found: said)
        run.check("… and as a warning", try box.status().warnings.contains { $0.hasPrefix("no screen: ") }, found: said)

        try viewer.time("no screen: to play", limit: .seconds(5)) { try box.status().state == .playing }
        let (_, sound) = try run.ears().listen { pause(.seconds(4)) }
        run.check(
            "Channel 1 is heard", Watch(sound: sound).beepsEverySecond(1, for: 3),
            found: Beep.summary(Watch(sound: sound).beeps))
        try viewer.checkKeys("without a screen")
        try viewer.press(.channelUp)
        try viewer.time("no screen: to flip", limit: .seconds(5)) {
            let status = try box.status()
            return status.channel?.number == 2 && status.state == .playing
        }
        if let bus = run.bench.bus {
            let name = try bus.ask(.giveOSDName, for: .setOSDName)
            run.check("It answers on the CEC bus", name?.text == "Hearth", found: name.map { "\($0)" } ?? "no answer")
        }
        // Longer than its supervisor's patience with a frozen screen.
        pause(.seconds(30))

        let mended = try viewer.mend(.screenDriverGone)
        try viewer.time("the driver comes: to drive the TV", limit: .seconds(1), since: mended) {
            try box.status().display.map { $0.connected && $0.trouble == nil } ?? false
        }
        try viewer.recovers(2, limit: .seconds(2), since: mended)
        run.check("The warning is withdrawn", try !box.status().warnings.contains { $0.contains("no screen") })
        viewer.checkAlive(process)
    }
}
