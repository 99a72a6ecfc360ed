import Layout

/// The place of the picture in a screen that leaves it no more room: what stands there until it is there, or in its
/// stead.
enum InsetPicture {
    /// The ground of it, with the logo of the channel that plays: one that has only sound, or has failed, is known by
    /// that.
    static func ground(_ place: Rectangle, _ channel: ChannelLabel?) -> ScreenPart {
        let logo = channel.map { Theme.logo($0, side: place.height * 0.4) } ?? Node(.empty)
        let node = Node.row([logo], alignment: .center).sized(width: .fill, height: .fill)
            .boxed(Theme.ground, border: .init(color: Theme.line, width: 1.5))
        return ScreenPart(name: .behind, nodes: [node], frame: place)
    }
}
