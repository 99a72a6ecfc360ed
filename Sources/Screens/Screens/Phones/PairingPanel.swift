import Languages
import Layout

/// The picture for the camera at the left, on white, and beside it what to do without one.
enum PairingPanel {
    private static let size = Size(width: 1360, height: 620)
    static let frame = Rectangle(
        x: (Theme.screen.width - size.width) / 2, y: (Theme.screen.height - size.height) / 2, width: size.width,
        height: size.height)
    static let small = Rectangle(x: (Theme.screen.width - 900) / 2, y: Theme.safe.maxY - 132, width: 900, height: 132)
    private static let pictureSide = 500.0
    /// The light margin that cameras want, in squares (ISO/IEC 18004, 9.1).
    private static let margin = 4

    static func node(for state: PairingState, secondsLeft: Int?) -> Node {
        switch state.phase {
        case .offered(let offer): panel(offer, secondsLeft)
        case .paired(let name): notice(Strings.phonePaired(name))
        case .refused: notice(Strings.say(.phoneNotPaired))
        }
    }

    private static func notice(_ words: String) -> Node {
        Theme.panel(
            Node.row([Theme.title(words, size: 36)], alignment: .center)
                .padded(Insets(horizontal: 36, vertical: 28)))
    }

    private static func panel(_ offer: PairingState.Offer, _ secondsLeft: Int?) -> Node {
        let digits = offer.code.enumerated().map { ($0.offset == 3 ? " " : "") + String($0.element) }.joined()
        return Theme.panel(
            .row(
                [
                    picture(offer.picture),
                    Node.column(
                        [
                            Theme.title(Strings.say(.pairPhone), size: 46),
                            Theme.note(Strings.say(.pairByCamera), size: 30, lines: 2),
                            Theme.note(Strings.say(.pairByHand), size: 30, lines: 2),
                            Theme.body(offer.address, size: 40),
                            Theme.number(digits, size: 84),
                            .spacer,
                            .row(
                                [
                                    Theme.key(Strings.back, Strings.close), .spacer,
                                    secondsLeft.map { Theme.time(Strings.clock($0), size: 28) } ?? Node(.empty),
                                ], alignment: .center
                            ).sized(width: .fill),
                        ], spacing: 20, alignment: .leading
                    ).sized(width: .fill, height: .fixed(pictureSide)),
                ], spacing: 56, alignment: .center
            ).padded(Insets(horizontal: 60, vertical: 60)))
    }

    /// The picture as squares of whole points, so that their edges are sharp.
    private static func picture(_ rows: [[Bool]]) -> Node {
        let count = rows.count + 2 * margin
        let side = max(1, (pictureSide / Double(count)).rounded(.down))
        let lines = rows.map { row -> Node in
            Node.row(
                runs(row).map { isDark, length in
                    Node(.empty).sized(width: .fixed(Double(length) * side), height: .fixed(side))
                        .boxed(isDark ? Theme.onCode : nil)
                })
        }
        return Node.row([Node.column(lines)], alignment: .center).sized(pictureSide)
            .boxed(Theme.codeGround, cornerRadius: Theme.cardRadius).keepingDirection()
    }

    private static func runs(_ row: [Bool]) -> [(isDark: Bool, length: Int)] {
        row.reduce(into: []) { runs, isDark in
            if let last = runs.indices.last, runs[last].isDark == isDark {
                runs[last].length += 1
            } else {
                runs.append((isDark, 1))
            }
        }
    }
}

extension Strings {
    static func phonePaired(_ name: String) -> String { say(.phonePaired, ["name": name]) }
    /// Minutes and seconds: `1:58`.
    static func clock(_ seconds: Int) -> String { "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)" }
}
