import Layout

/// What a menu of the bar offers, in a list above it.
enum BarMenuPanel {
    private static let (width, row) = (520.0, 56.0)
    /// More are scrolled through.
    private static let most = 8

    static func part(for menu: BarMenu, _ number: Int, _ chosen: Int, beside count: Int) -> ScreenPart {
        let shown = min(most, menu.entries.count)
        let first = max(0, min(chosen - most / 2, menu.entries.count - shown))
        let height = Double(shown) * row + 32
        let bar = TransportPanel.frame
        let x = bar.x + (bar.width - width) / 2 * Double(number) / Double(max(1, count - 1))
        let rows = menu.entries.indices[first..<first + shown].map { entry(menu.entries[$0], isFocused: $0 == chosen) }
        return ScreenPart(
            name: .menu,
            nodes: [Theme.panel(.column(rows, spacing: 0).padded(Insets(horizontal: 16, vertical: 16)))],
            frame: Rectangle(x: x, y: bar.y - 16 - height, width: width, height: height))
    }

    private static func entry(_ entry: BarMenu.Entry, isFocused: Bool) -> Node {
        let color = isFocused ? Theme.onLight : Theme.primary
        return Node.row(
            [
                Node.text(Text(entry.isChosen ? "•" : "", size: 28, color: color)).sized(width: .fixed(24)),
                Node.text(Text(entry.title, size: 28, color: color)).sized(width: .fill),
            ], spacing: 8, alignment: .center
        ).padded(Insets(horizontal: 12, vertical: 0)).sized(width: .fill, height: .fixed(row))
            .boxed(isFocused ? Theme.focused : nil, cornerRadius: 10)
    }
}
