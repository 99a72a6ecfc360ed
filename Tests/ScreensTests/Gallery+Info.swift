import Commands
import MediaCore
import Overlays
import Screens

extension Gallery {
    /// The info panel with all its tabs, and one that an owner made.
    static var info: InfoState { info(of: one, infoProgramme) }

    static var infoProgramme: InfoProgramme {
        var programme = InfoProgramme(
            label: ProgrammeLabel(title: "The Long Evening", times: "20:15 – 21:00", progress: 0.4, picture: "logo"),
            next: ProgrammeLabel(title: "The Ten O’Clock News", times: "21:00 – 21:30"), quality: "1080p")
        programme.episode = "S2 E4 “Low Water”"
        programme.rating = "12"
        programme.genre = "Nature"
        programme.description =
            "When the tide leaves the bay for six hours, three families and a thousand avocets share the same mud. "
            + "Filmed over two winters."
        programme.people = "Presented by Ada Winter · Directed by Tom Reed"
        return programme
    }

    static var longInfo: InfoState {
        var programme = infoProgramme
        programme.label = longProgramme
        programme.next = longProgramme
        programme.episode = "S12 E104 “\(longProgramme.title)”"
        programme.description = String(repeating: "A sentence that nobody has the time to read to its end. ", count: 12)
        programme.people = "With " + String(repeating: "Somebody With A Long Name, ", count: 6)
        return info(of: long, programme)
    }

    static var arabicInfo: InfoState {
        var programme = InfoProgramme(
            label: ProgrammeLabel(title: "نشرة الأخبار المسائية", times: "20:00 – 21:00", progress: 0.7),
            quality: "720p")
        programme.description = "أهم الأحداث السياسية والاقتصادية في العالم العربي مع مراسلينا."
        programme.genre = "أخبار"
        return info(of: arabic, programme)
    }

    static func info(of channel: ChannelLabel, _ programme: InfoProgramme) -> InfoState {
        var again = InfoRow("start_over", title: "Start over", command: .startOver)
        again.closesPanel = true
        var mode = InfoRow("picture", title: "Picture", note: "Automatic", command: .picture(.next))
        (mode.less, mode.more) = (.picture(.mode(.zoom)), .picture(.next))
        var overscan = InfoRow("overscan", title: "The TV cuts off", note: "0 %", command: .overscan(1))
        (overscan.less, overscan.more) = (.overscan(0), .overscan(1))
        var delay = InfoRow("sound_delay", title: "Sound after picture", note: "+80 ms", command: .soundDelay(.zero))
        (delay.less, delay.more) = (.soundDelay(.milliseconds(70)), .soundDelay(.milliseconds(90)))
        let sounds = [
            InfoRow("audio-1", title: "English", note: "5.1", command: .audio(.number(1))),
            InfoRow("audio-2", title: "German", note: "stereo", isChosen: true, command: .audio(.number(2))),
            InfoRow(
                "audio-3", title: "English (audio description)", note: "stereo", command: .audio(.number(3))),
        ]
        let texts = [
            InfoRow("subtitles-off", title: "Off", isChosen: true, command: .subtitles(.off)),
            InfoRow("subtitles-1", title: "English", command: .subtitles(.number(1))),
            InfoRow("subtitles-2", title: "English (SDH)", command: .subtitles(.number(2))),
            InfoRow("subtitles-3", title: "Portuguese (BR)", command: .subtitles(.number(3))),
        ]
        let facts = [
            InfoFact("Picture", "h264  1920×1080  50 fps"), InfoFact("Decoder", "h264 (V4L2)"),
            InfoFact("Sound", "aac"),
            InfoFact("Bit rate", "5.8 Mbit/s"), InfoFact("Network", "23 Mbit/s"), InfoFact("Buffered", "6.2 s"),
            InfoFact("Behind live", "7.4 s"), InfoFact("Dropped", "0"), InfoFact("Stalls", "0"),
            InfoFact("Screen", "1920×1080  50.0 Hz"), InfoFact("Last flips", "183 ms, 240 ms, 176 ms"),
        ]
        return InfoState(
            channel: channel,
            tabs: [
                InfoTab(.now, title: "Now", programme: programme, columns: [InfoColumn(rows: [again])]),
                InfoTab(
                    .tracks, title: "Sound and subtitles",
                    columns: [InfoColumn(title: "Sound", rows: sounds), InfoColumn(title: "Subtitles", rows: texts)]),
                InfoTab(
                    .picture, title: "Picture",
                    columns: [
                        InfoColumn(rows: [
                            mode, overscan, delay,
                            InfoRow("night", title: "Night mode", note: "Off", command: .night(true)),
                            InfoRow("output", title: "Sound comes from", note: "vc4-hdmi"),
                        ])
                    ]),
                InfoTab(.details, title: "Details", facts: facts),
                InfoTab(
                    .owner("weather"), title: "Weather",
                    columns: [
                        InfoColumn(
                            title: "House",
                            rows: [
                                InfoRow("0.0", title: "Lights", owner: .program("lights")),
                                InfoRow("0.1", title: "Close", owner: .close),
                            ]),
                        InfoColumn(
                            title: "News",
                            rows: [InfoRow("1.0", title: "12 BBC One HD", note: "The Ten", command: .tune(.number(12)))]
                        ),
                    ],
                    facts: [InfoFact("Outside", "7 °C, rain until the evening, and wind from the north-west.")]),
            ])
    }
}
