import ArgumentParser
import ControlProtocol

/// Tells or changes how captions look.
struct CaptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "captions", abstract: "Tells or changes how captions and subtitles look.",
        discussion: """
            What is chosen here is seen at once, also on a caption that is on the screen, is remembered, and goes before \
            [captions] in hearth.toml, until --reset. Without options it tells what is in force. 'hearthctl subtitles' \
            switches them on.
            """)

    @Option(help: "Per cent of the usual size, 50 to 200.")
    var size: Int?
    @Option(help: "as_sent, sans, serif or mono.")
    var face: CaptionWishes.Face?
    @Option(help: "The colour of the text: \(CaptionWishes.colorWords).")
    var color: String?
    @Option(help: "as_sent, none, outline, shadow, raised or depressed.")
    var edge: CaptionWishes.Edge?
    @Option(help: "The colour of the box behind it, likewise.")
    var background: String?
    @Option(parsing: .unconditional, help: "Per cent that the box hides, 0 to 100; -1: as it is sent.")
    var opacity: Int?
    @Option(help: "as_sent, bottom or top.")
    var place: CaptionWishes.Place?
    @Flag(help: "Takes back first all that was chosen.")
    var reset = false
    @OptionGroup var connection: ConnectionOptions

    private var wishes: CaptionWishes {
        var wishes = CaptionWishes()
        wishes.size = size
        wishes.face = face
        wishes.color = color
        wishes.edge = edge
        wishes.background = background
        wishes.opacity = opacity
        wishes.place = place
        return wishes
    }

    func validate() throws {
        if let fault = wishes.fault { throw ValidationError("\(fault.cause); \(fault.nextStep)") }
    }

    func run() throws {
        let wishes = wishes
        let asks = reset || wishes != CaptionWishes()
        let body =
            try asks
            ? connection.client.request(.captionsSet, CaptionRequest(reset: reset ? true : nil, choose: wishes))
            : connection.client.request(.captions)
        try connection.print(body, as: CaptionInfo.self, Self.describe)
    }

    static func describe(_ info: CaptionInfo) -> [String] {
        let (all, chosen) = (info.captions.over(.usual), info.chosen)
        func row(_ name: String, _ value: String?, _ isChosen: Bool) -> [String] {
            [name, value ?? "", isChosen ? "chosen" : ""]
        }
        return Output.table([
            row("size", all.size.map { "\($0) %" }, chosen.size != nil),
            row("face", all.face?.rawValue, chosen.face != nil),
            row("color", all.color, chosen.color != nil),
            row("edge", all.edge?.rawValue, chosen.edge != nil),
            row("background", all.background, chosen.background != nil),
            row("opacity", all.opacity.map { $0 < 0 ? "as_sent" : "\($0) %" }, chosen.opacity != nil),
            row("place", all.place?.rawValue, chosen.place != nil),
        ])
    }
}

extension CaptionWishes.Face: ExpressibleByArgument {}
extension CaptionWishes.Edge: ExpressibleByArgument {}
extension CaptionWishes.Place: ExpressibleByArgument {}
