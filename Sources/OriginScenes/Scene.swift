/// A kind of television that a demo channel shows.
package enum Scene: String, Sendable, Hashable, CaseIterable {
    case news
    case dusk
    case weather
    case night
    case music
    case children
    case sport

    /// Draws the scene over the whole canvas.
    ///
    /// - Parameter share: how much of the loop is over, from 0 up to 1
    package func draw(on canvas: SceneCanvas, share: Double, seconds: Double) {
        let now = Moment(share: share, seconds: seconds)
        switch self {
        case .news: NewsScene.draw(canvas, now)
        case .dusk: DuskScene.draw(canvas, now)
        case .weather: WeatherScene.draw(canvas, now)
        case .night: NightScene.draw(canvas, now)
        case .music: MusicScene.draw(canvas, now)
        case .children: ChildrenScene.draw(canvas, now)
        case .sport: SportScene.draw(canvas, now)
        }
    }

    /// Draws the channel's mark on a square canvas.
    package func drawLogo(on canvas: SceneCanvas) { SceneLogo.draw(self, canvas) }
}
