/// How a picture is laid on a screen of another shape.
///
/// No mode distorts it.
package enum PictureMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// All of the programme. Bars that the stream says are part of the coded picture are cut off where the programme
    /// gets larger by that.
    case auto
    /// All of the coded picture.
    case fit
    /// As large as it takes to fill the screen; what hangs over is cut off, and so are bars that the stream tells of.
    case fill
    /// A third larger than `fit`: fills a 16:9 screen with a letterbox in 4:3, of which the stream says nothing.
    case zoom

    /// The mode after this one, where a key goes through all of them.
    package var next: PictureMode { other(1) }

    /// The mode before this one.
    package var previous: PictureMode { other(Self.allCases.count - 1) }

    private func other(_ steps: Int) -> PictureMode {
        let all = Self.allCases
        return all.firstIndex(of: self).map { all[($0 + steps) % all.count] } ?? .auto
    }
}

/// Which part of a picture is shown, and where.
package struct PicturePlacement: Hashable, Sendable {
    /// The part that is shown, in the picture's own pixels, with even sides and corners; nil: all of it.
    package var crop: PixelRectangle?
    /// The rectangle that it fills, in pixels of the screen.
    package var destination: PixelRectangle

    package init(crop: PixelRectangle? = nil, destination: PixelRectangle) {
        self.crop = crop
        self.destination = destination
    }

    /// The rectangle that all of a picture of this size would fill, also what is cut off.
    package func whole(of size: PixelSize) -> PixelRectangle {
        guard let crop, !crop.isEmpty else { return destination }
        return PixelRectangle(
            x: destination.x - crop.x * destination.width / crop.width,
            y: destination.y - crop.y * destination.height / crop.height,
            width: size.width * destination.width / crop.width, height: size.height * destination.height / crop.height)
    }

    /// Lays a picture on an area of a screen whose pixels are square.
    ///
    /// - Parameters:
    ///   - size: that of the coded picture
    ///   - sampleAspectRatio: the shape of its pixels; unknown: square
    ///   - activeFormat: what the stream says of bars in it; nil: nothing
    package init(
        of size: PixelSize, sampleAspectRatio: Rational = Rational(0, 1), activeFormat: ActiveFormat? = nil,
        mode: PictureMode, on area: PixelRectangle
    ) {
        let ratio = sampleAspectRatio.value.flatMap { $0 > 0 && $0 < 100 ? $0 : nil } ?? 1
        let whole = Part(PixelRectangle(size), sampleAspect: ratio)
        let fitted = area.fitting(PixelSize(width: Int((Double(size.width) * ratio).rounded()), height: size.height))
        guard !size.isEmpty, !area.isEmpty, !fitted.isEmpty else {
            self.init(destination: fitted)
            return
        }
        let programme = Part(
            activeFormat?.area(of: size, sampleAspect: ratio) ?? PixelRectangle(size), sampleAspect: ratio)
        switch mode {
        case .fit: self.init(destination: fitted)
        case .auto:
            // Where nothing is won, what is in the bars stays: a logo, or a colour that somebody chose.
            let isLarger = programme.scale(fitting: area) > whole.scale(fitting: area) * 1.01
            self =
                isLarger
                ? programme.placed(in: area, scale: programme.scale(fitting: area), of: size)
                : PicturePlacement(destination: fitted)
        case .fill: self = programme.placed(in: area, scale: programme.scale(covering: area), of: size)
        case .zoom: self = whole.placed(in: area, scale: whole.scale(fitting: area) * 4 / 3, of: size)
        }
    }
}

/// A part of a picture, and how large it is on square pixels.
private struct Part {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    let sampleAspect: Double

    init(_ rectangle: PixelRectangle, sampleAspect: Double) {
        (x, y) = (Double(rectangle.x), Double(rectangle.y))
        (width, height) = (Double(rectangle.width), Double(rectangle.height))
        self.sampleAspect = sampleAspect
    }

    func scale(fitting area: PixelRectangle) -> Double {
        min(Double(area.width) / (width * sampleAspect), Double(area.height) / height)
    }

    func scale(covering area: PixelRectangle) -> Double {
        max(Double(area.width) / (width * sampleAspect), Double(area.height) / height)
    }

    /// Lays this part in the middle of the area; what hangs over it is cut off evenly.
    func placed(in area: PixelRectangle, scale: Double, of size: PixelSize) -> PicturePlacement {
        var part = self
        let (wide, high) = (width * sampleAspect * scale, height * scale)
        if wide > Double(area.width) {
            part.width = Double(area.width) / (sampleAspect * scale)
            part.x += (width - part.width) / 2
        }
        if high > Double(area.height) {
            part.height = Double(area.height) / scale
            part.y += (height - part.height) / 2
        }
        let shown = PixelSize(
            width: min(area.width, max(1, Int(wide.rounded()))), height: min(area.height, max(1, Int(high.rounded()))))
        let destination = PixelRectangle(
            x: area.x + (area.width - shown.width) / 2, y: area.y + (area.height - shown.height) / 2,
            width: shown.width, height: shown.height)
        let crop = part.even.intersection(PixelRectangle(size))
        let isWhole = crop.isEmpty || crop == PixelRectangle(size)
        return PicturePlacement(crop: isWhole ? nil : crop, destination: destination)
    }

    /// The nearest rectangle with even corners and sides: chroma has half the pixels.
    private var even: PixelRectangle {
        func even(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }
        return PixelRectangle(x: even(x), y: even(y), width: max(2, even(width)), height: max(2, even(height)))
    }
}
