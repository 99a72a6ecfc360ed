import ArgumentParser
import ControlProtocol

/// Tells or changes how the interface looks and reads.
struct LookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "look", abstract: "Tells or changes how the interface looks and reads.",
        discussion: """
            What is chosen here is seen at once, is remembered, and goes before [interface] in hearth.toml, until \
            --reset. Without options it tells what is in force.
            """)

    @Option(help: "A language such as en or ko, or system: the machine's. 'hearthctl languages list' lists them.")
    var language: String?
    @Option(help: "normal, or high: opaque grounds and bright words.")
    var contrast: LookWishes.Contrast?
    @Option(help: "full, or reduced: what would slide or grow only fades.")
    var motion: LookWishes.Motion?
    @Option(name: .customLong("text-size"), help: "How large text is beside its usual size, 0.8 to 1.4.")
    var textSize: Double?
    @Option(help: "12, 24, or language: as the language has them.")
    var hours: LookWishes.Hours?
    @Option(help: "left or right: from where it is read; or language.")
    var direction: LookWishes.Direction?
    @Option(help: "off, events, or speak: what has the focus is said aloud, by espeak-ng.")
    var speech: LookWishes.Speech?
    @Option(help: "off, guide, or all: where the picture goes on, made small, while something else fills the screen.")
    var inset: LookWishes.Inset?
    @Flag(help: "Takes back first all that was chosen.")
    var reset = false
    @OptionGroup var connection: ConnectionOptions

    private var wishes: LookWishes {
        var wishes = LookWishes()
        wishes.language = language
        wishes.contrast = contrast
        wishes.motion = motion
        wishes.textSize = textSize
        wishes.hours = hours
        wishes.direction = direction
        wishes.speech = speech
        wishes.inset = inset
        return wishes
    }

    func validate() throws {
        if let fault = wishes.fault { throw ValidationError("\(fault.cause); \(fault.nextStep)") }
    }

    func run() throws {
        let wishes = wishes
        let asks = reset || wishes != LookWishes()
        let body =
            try asks
            ? connection.client.request(.lookSet, LookRequest(reset: reset ? true : nil, choose: wishes))
            : connection.client.request(.look)
        try connection.print(body, as: LookInfo.self, Self.describe)
    }

    static func describe(_ info: LookInfo) -> [String] {
        let (all, chosen) = (info.look.over(.usual), info.chosen)
        func row(_ name: String, _ value: String?, _ isChosen: Bool) -> [String] {
            [name, value ?? "", isChosen ? "chosen" : ""]
        }
        let language = all.language == info.language ? info.language : "\(all.language ?? "") (\(info.language))"
        return Output.table([
            row("language", language, chosen.language != nil),
            row("contrast", all.contrast?.rawValue, chosen.contrast != nil),
            row("motion", all.motion?.rawValue, chosen.motion != nil),
            row("text size", all.textSize.map { "\($0)" }, chosen.textSize != nil),
            row("hours", all.hours?.rawValue, chosen.hours != nil),
            row("direction", all.direction?.rawValue, chosen.direction != nil),
            row("speech", all.speech?.rawValue, chosen.speech != nil),
            row("inset", all.inset?.rawValue, chosen.inset != nil),
        ])
    }
}

extension LookWishes.Contrast: ExpressibleByArgument {}
extension LookWishes.Motion: ExpressibleByArgument {}
extension LookWishes.Hours: ExpressibleByArgument {}
extension LookWishes.Speech: ExpressibleByArgument {}
extension LookWishes.Inset: ExpressibleByArgument {}
extension LookWishes.Direction: ExpressibleByArgument {}
