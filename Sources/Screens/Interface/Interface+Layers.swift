import Layout
import MediaCore

extension Interface {
    /// All layers to show over the picture, from the back to the front. They depend on the state only: ask anew
    /// after `handle`, not at every vblank.
    package func layers(size: PixelSize) -> [InterfaceLayer] {
        guard let raster = Raster(size: size, look: look) else { return [] }
        var moment = moment
        return Look.$current.withValue(look) {
            ScreenID.allCases.flatMap { id -> [InterfaceLayer] in
                guard let screen = self[id].screen, isDrawn(screen, id) else { return [] }
                moment.isLeaving = !self[id].isPresented
                return screen.parts(at: moment).map { raster.layer(id, $0, self[id].motion) }
            }
        }
    }

    /// How bright the picture under the layers is, and where it lies, on a screen of that size: offsets in pixels.
    package func picture(size: PixelSize) -> Motion {
        (look.isRightToLeft ? picture.mirrored : picture).scaled(by: Self.scale(size: size))
    }

    private func isDrawn(_ screen: any Screen, _ id: ScreenID) -> Bool {
        let row = id.row
        if row.hiddenBy.contains(where: { self[$0].screen != nil }) { return false }
        if !self[id].isPresented, row.replacedBy.contains(where: { self[$0].isPresented }) { return false }
        return row.kind != .notice || !isCovered(screen.frame)
    }

    /// Whether something that was opened lies over this part of the screen: two panels with words are never read
    /// through each other.
    private func isCovered(_ frame: Rectangle) -> Bool {
        ScreenID.allCases.contains { id in
            id.row.kind.covers && self[id].inForce?.frame.intersects(frame) == true
        }
    }

    /// The pictures for which `layers` will ask once it is told of these figures: to be painted ahead,
    /// elsewhere.
    package static func pictures(of state: DiagnosticsState, size: PixelSize) -> [Picture] {
        guard let raster = Raster(size: size) else { return [] }
        return DiagnosticsScreen(state: state).parts(at: Moment(now: .zero)).flatMap { raster.pictures($0) }
    }

    /// The pictures to paint once before the first key press: a panel, and every font size with the letters of most
    /// names.
    package static func warmUpPictures(size: PixelSize) -> [Picture] {
        guard let raster = Raster(size: size) else { return [] }
        var interface = Interface()
        let sample = ChannelLabel(id: "", number: "1", name: "Hearth")
        _ = interface.handle(.interstitial(InterstitialState(to: sample)), at: .zero)
        let panels = interface.layers(size: size).compactMap(\.frames.first)
        return panels + Theme.specimen.map { raster.picture($0, 3200, 200) }
    }

    /// The pictures to paint once before a text with letters of another writing system is shown.
    package static func warmUpPictures(of letters: String, size: PixelSize) -> [Picture] {
        guard let raster = Raster(size: size) else { return [] }
        return Theme.specimen(of: letters).map { raster.picture($0, 800, 100) }
    }

    /// The scale in pixels per point on a screen of that size.
    package static func scale(size: PixelSize) -> Double {
        min(Double(size.width) / Theme.screen.width, Double(size.height) / Theme.screen.height)
    }
}
