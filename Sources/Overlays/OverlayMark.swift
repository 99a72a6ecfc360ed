/// A mark that stays in a corner of the picture and takes no key: the channel's logo, the time of day, a picture of the
/// owner's.
package struct OverlayMark: Hashable, Sendable {
    package enum Show: Hashable, Sendable {
        case logo, clock
        /// The path of a PNG or JPEG.
        case picture(String)
    }

    package enum Corner: String, Hashable, Sendable, CaseIterable {
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"
    }

    package var show: Show
    package var corner = Corner.topRight
    /// Its height in points of a screen of 1080 lines, 32…320.
    package var size = 96
    /// 0.1…1.
    package var opacity = 0.6
    /// The channels over which it stands, each by number, name or tvg-id; nil: all.
    package var channels: [String]?

    package init(_ show: Show) { self.show = show }
}
