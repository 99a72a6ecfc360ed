import MediaCore

/// How a layer moves: with its screen, and by itself within that.
package struct Movement: Hashable, Sendable {
    package var screen: Motion
    package var own: Motion

    package init(_ screen: Motion = .still(), own: Motion = .still()) {
        self.screen = screen
        self.own = own
    }

    package func isSettled(at time: HostTime) -> Bool { screen.isSettled(at: time) && own.isSettled(at: time) }

    package func pose(at time: HostTime) -> Motion.Pose { own.value(at: time).within(screen.value(at: time)) }

    /// The rectangle of a layer at a time, grown around its middle.
    /// - Parameter rest: where it rests, in pixels
    package func rectangle(_ rest: PixelRectangle, at time: HostTime) -> PixelRectangle {
        let pose = pose(at: time)
        let width = pose.scale == 1 ? rest.width : Int((Double(rest.width) * pose.scale).rounded())
        let height = pose.scale == 1 ? rest.height : Int((Double(rest.height) * pose.scale).rounded())
        return PixelRectangle(
            x: rest.x + Int(pose.x.rounded()) - (width - rest.width) / 2,
            y: rest.y + Int(pose.y.rounded()) - (height - rest.height) / 2, width: width, height: height)
    }
}
