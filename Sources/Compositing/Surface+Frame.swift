import Devices
import MediaCore

extension Surface {
    /// A decoded picture as a surface of another size: whole, in its own shape, over black.
    /// - Parameter radius: of its round corners, in pixels
    package convenience init(of frame: VideoFrame, size: PixelSize, radius: Double = 0) {
        self.init(size: size) { bytes, stride in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress, !size.isEmpty else { return }
            bytes.bindMemory(to: UInt32.self).update(repeating: 0xff00_0000)
            let shown = frame.displaySize
            guard !shown.isEmpty else { return }
            let scale = min(Double(size.width) / Double(shown.width), Double(size.height) / Double(shown.height))
            // A row or column that rounding leaves is no border.
            func fit(_ side: Int, _ room: Int) -> Int {
                let fitted = Int((Double(side) * scale).rounded())
                return room - fitted <= 2 ? room : max(1, fitted)
            }
            let fitted = PixelSize(width: fit(shown.width, size.width), height: fit(shown.height, size.height))
            let (x, y) = ((size.width - fitted.width) / 2, (size.height - fitted.height) / 2)
            FrameScaler().draw(
                frame, PixelRectangle(frame.size), scaledTo: fitted, part: PixelRectangle(fitted),
                at: base + y * stride + x * 4, stride: stride)
            Surface.round(base, stride, size, radius)
        }
    }

    /// Takes the corners away, each pixel as far as it lies outside the curve.
    private static func round(
        _ base: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: PixelSize, _ radius: Double
    ) {
        let side = min(Int(radius.rounded(.up)), size.width / 2, size.height / 2)
        guard side > 0 else { return }
        for row in 0..<side {
            for column in 0..<side {
                let (x, y) = (radius - Double(column) - 0.5, radius - Double(row) - 0.5)
                let cover = min(1, max(0, radius - (x * x + y * y).squareRoot() + 0.5))
                guard cover < 1 else { continue }
                for (x, y) in [
                    (column, row), (size.width - 1 - column, row), (column, size.height - 1 - row),
                    (size.width - 1 - column, size.height - 1 - row),
                ] {
                    for byte in 0..<4 {
                        let place = y * stride + x * 4 + byte
                        base[place] = UInt8((Double(base[place]) * cover).rounded())
                    }
                }
            }
        }
    }
}
