import MediaCore

/// The planes of a still picture: brightness, and both colours at half of its width and height, limited range, BT.601.
struct PhotoPlanes: Sendable {
    let size: PixelSize
    /// Without gaps between the rows.
    let planes: [[UInt8]]

    private init(size: PixelSize, planes: [[UInt8]]) {
        self.size = size
        self.planes = planes
    }

    /// Copies planes with gaps. `size` is even.
    init(size: PixelSize, copying sources: [(base: UnsafeMutablePointer<UInt8>, stride: Int)]) {
        self.size = size
        planes = sources.enumerated().map { index, source in
            let (width, height) = Self.extent(size, plane: index)
            return [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
                for row in 0..<height {
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[(row * width)...])
                        .copyMemory(
                            from: UnsafeRawBufferPointer(start: source.base + row * source.stride, count: width))
                }
                count = width * height
            }
        }
    }

    /// The largest even size of a picture's shape that lies in `room` and is no larger than the picture.
    static func size(of picture: PixelSize, fitting room: PixelSize) -> PixelSize {
        func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
        let (width, height) = (Double(picture.width), Double(picture.height))
        guard !room.isEmpty else { return PixelSize(width: even(width), height: even(height)) }
        let scale = min(1, Double(room.width) / width, Double(room.height) / height)
        return PixelSize(width: even(width * scale), height: even(height * scale))
    }

    private static func extent(_ size: PixelSize, plane: Int) -> (width: Int, height: Int) {
        plane == 0 ? (size.width, size.height) : (size.width / 2, size.height / 2)
    }

    /// The picture as it is seen upright.
    func turned(_ orientation: PhotoOrientation) -> PhotoPlanes {
        guard orientation != .upright else { return self }
        let turned = orientation.isTurned ? PixelSize(width: size.height, height: size.width) : size
        let planes = planes.enumerated().map { index, source in
            let (width, height) = Self.extent(size, plane: index)
            let (columns, rows) = Self.extent(turned, plane: index)
            return [UInt8](unsafeUninitializedCapacity: columns * rows) { bytes, count in
                for y in 0..<rows {
                    for x in 0..<columns {
                        let place =
                            switch orientation {
                            case .upright: y * width + x
                            case .mirrored: y * width + width - 1 - x
                            case .upsideDown: (height - 1 - y) * width + width - 1 - x
                            case .flipped: (height - 1 - y) * width + x
                            case .transposed: x * width + y
                            case .right: (height - 1 - x) * width + y
                            case .transversed: (height - 1 - x) * width + width - 1 - y
                            case .left: x * width + width - 1 - y
                            }
                        bytes.initializeElement(at: y * columns + x, to: source[place])
                    }
                }
                count = columns * rows
            }
        }
        return PhotoPlanes(size: turned, planes: planes)
    }

    /// The picture as a frame that stays for a while.
    func frame(at time: MediaTime, for duration: Duration) -> VideoFrame {
        let count = planes.reduce(0) { $0 + $1.count }
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
        var pictures: [VideoFrame.Plane] = []
        var place = 0
        for (index, plane) in planes.enumerated() {
            plane.withUnsafeBufferPointer { bytes in
                if let base = bytes.baseAddress { (memory + place).initialize(from: base, count: bytes.count) }
            }
            let base = UnsafePointer(memory + place)
            pictures.append(VideoFrame.Plane(base: base, stride: Self.extent(size, plane: index).width))
            place += plane.count
        }
        // Safe to share: it is freed once, by whoever releases the frame last.
        nonisolated(unsafe) let owned = memory
        return VideoFrame(
            size: size, format: .i420, matrix: .bt601, isFullRange: false, presentation: time, duration: duration,
            planes: pictures
        ) { owned.deallocate() }
    }
}
