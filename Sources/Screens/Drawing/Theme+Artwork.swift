import Layout

extension Theme {
    /// The sizes of programmes' pictures, in points.
    static let heroSize = Size(width: 768, height: 432)

    /// A programme's picture, cropped to its frame; letters on the channel's colour where there is none.
    static func poster(_ key: String?, of channel: ChannelLabel, _ size: Size) -> Node {
        var node = Node(
            .artwork(
                Artwork(
                    key: key,
                    initials: Text(
                        channel.initials, size: size.height * 0.3, weight: .bold, alignment: .center, minimumScale: 0.4),
                    ground: ground(of: channel), cornerRadius: cardRadius, shape: .poster))
        ).sized(width: .fixed(size.width), height: .fixed(size.height))
        node.cornerRadius = cardRadius
        node.shadow = lifted
        return node
    }

    /// The blurred ground made of a picture or logo; the channel's own colour where there is none.
    static func backdrop(_ key: String?, of channel: ChannelLabel?) -> Node {
        Node(
            .artwork(
                Artwork(
                    key: key, initials: Text("", size: 24), ground: channel.map(ground(of:)) ?? ground, cornerRadius: 0,
                    shape: .backdrop))
        ).sized(width: .fill, height: .fill)
    }
}
