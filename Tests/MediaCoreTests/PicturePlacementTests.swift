import MediaCore
import Testing

@Suite("Where a picture lies on the screen")
struct PicturePlacementTests {
    private static let hd = PixelRectangle(x: 0, y: 0, width: 1920, height: 1080)
    private static let sd = PixelSize(width: 720, height: 576)
    private static let square = Rational(1, 1)

    private static func place(
        _ size: PixelSize, _ mode: PictureMode, ratio: Rational = square, afd: UInt8? = nil,
        on area: PixelRectangle = hd
    ) -> PicturePlacement {
        PicturePlacement(
            of: size, sampleAspectRatio: ratio, activeFormat: afd.map(ActiveFormat.init(code:)), mode: mode, on: area)
    }

    private static func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRectangle {
        PixelRectangle(x: x, y: y, width: width, height: height)
    }

    @Test(
        "a picture of the screen's shape fills it in every mode but zoom, and nothing of it is cut",
        arguments: [
            PictureMode.auto, .fit, .fill,
        ])
    func sameShape(mode: PictureMode) {
        for size in [PixelSize(width: 1920, height: 1080), PixelSize(width: 640, height: 360)] {
            #expect(Self.place(size, mode) == PicturePlacement(destination: Self.hd))
        }
        // Wide PAL: 720 × 576 with pixels of 64:45.
        #expect(Self.place(Self.sd, mode, ratio: Rational(64, 45)) == PicturePlacement(destination: Self.hd))
    }

    @Test("4:3 stands between bars; filling cuts a quarter of its height, above and below alike")
    func narrow() {
        // 720 × 576 with pixels of 16:15 is 4:3.
        let ratio = Rational(16, 15)
        #expect(
            Self.place(Self.sd, .fit, ratio: ratio) == PicturePlacement(destination: Self.rectangle(240, 0, 1440, 1080))
        )
        #expect(Self.place(Self.sd, .auto, ratio: ratio) == Self.place(Self.sd, .fit, ratio: ratio))
        #expect(
            Self.place(Self.sd, .fill, ratio: ratio)
                == PicturePlacement(crop: Self.rectangle(0, 72, 720, 432), destination: Self.hd))
    }

    @Test("a film of 2.4:1 lies between bars; filling cuts off its sides")
    func wide() {
        let film = PixelSize(width: 1920, height: 800)
        #expect(Self.place(film, .fit) == PicturePlacement(destination: Self.rectangle(0, 140, 1920, 800)))
        #expect(
            Self.place(film, .fill)
                == PicturePlacement(crop: Self.rectangle(248, 0, 1422, 800), destination: Self.hd))
    }

    @Test("a letterbox in 4:3 of which the stream tells is cut off, and fills a wide screen")
    func letterbox() {
        let ratio = Rational(16, 15)
        for afd: UInt8 in [10, 14] {
            #expect(
                Self.place(Self.sd, .auto, ratio: ratio, afd: afd)
                    == PicturePlacement(crop: Self.rectangle(0, 72, 720, 432), destination: Self.hd))
        }
        // The upper part: what lies below it is cut off.
        #expect(Self.place(Self.sd, .auto, ratio: ratio, afd: 2).crop == Self.rectangle(0, 0, 720, 432))
        // 14:9 stands between narrow bars.
        #expect(
            Self.place(Self.sd, .auto, ratio: ratio, afd: 11)
                == PicturePlacement(
                    crop: Self.rectangle(0, 40, 720, 494), destination: Self.rectangle(120, 0, 1679, 1080)))
        // Who wants all of it has all of it.
        #expect(Self.place(Self.sd, .fit, ratio: ratio, afd: 10).crop == nil)
    }

    @Test("a letterbox of which nothing is told fills the screen by zoom")
    func zoom() {
        #expect(
            Self.place(Self.sd, .zoom, ratio: Rational(16, 15))
                == PicturePlacement(crop: Self.rectangle(0, 72, 720, 432), destination: Self.hd))
        #expect(
            Self.place(PixelSize(width: 1920, height: 1080), .zoom)
                == PicturePlacement(crop: Self.rectangle(240, 136, 1440, 810), destination: Self.hd))
    }

    @Test("a pillarbox is left alone where cutting it wins nothing, and cut where it does")
    func pillarbox() {
        let size = PixelSize(width: 1920, height: 1080)
        #expect(Self.place(size, .auto, afd: 9) == PicturePlacement(destination: Self.hd))
        let old = Self.rectangle(0, 0, 1024, 768)
        #expect(
            Self.place(size, .auto, afd: 9, on: old)
                == PicturePlacement(crop: Self.rectangle(240, 0, 1440, 1080), destination: old))
        #expect(
            Self.place(size, .fill, afd: 9)
                == PicturePlacement(crop: Self.rectangle(240, 136, 1440, 810), destination: Self.hd))
    }

    @Test("a code that says nothing, or nothing exactly, cuts nothing", arguments: [0, 1, 5, 6, 7, 8, 12, 15])
    func noBars(code: UInt8) {
        let size = PixelSize(width: 1920, height: 1080)
        #expect(ActiveFormat(code: code).area(of: size, sampleAspect: 1) == PixelRectangle(size))
        #expect(ActiveFormat(code: 4).area(of: size, sampleAspect: 1) == PixelRectangle(size))
        #expect(ActiveFormat(code: code | 0xf0).code == code)
    }

    @Test("whatever the sizes, the crop lies in the picture, on even pixels, and the picture on the area, undistorted")
    func laws() {
        let sizes = [(1, 1), (2, 1080), (1920, 2), (720, 576), (1919, 1079), (704, 480), (4096, 2160), (352, 288)]
        let areas = [
            Self.hd, Self.rectangle(96, 54, 1728, 972), Self.rectangle(0, 0, 1, 1), Self.rectangle(3, 5, 1080, 1920),
        ]
        for (width, height) in sizes {
            let size = PixelSize(width: width, height: height)
            for ratio in [
                Rational(0, 1), Rational(1, 1), Rational(64, 45), Rational(1, 99), Rational(-1, 1), Rational(99, 1),
            ] {
                for area in areas {
                    for mode in PictureMode.allCases {
                        for afd in [nil, 2, 3, 4, 9, 10, 11, 13] as [UInt8?] {
                            let place = Self.place(size, mode, ratio: ratio, afd: afd, on: area)
                            #expect(place.destination.intersection(area) == place.destination)
                            guard let crop = place.crop else { continue }
                            #expect(!crop.isEmpty && crop != PixelRectangle(size))
                            #expect(crop.intersection(PixelRectangle(size)) == crop)
                            #expect(crop.x % 2 == 0 && crop.y % 2 == 0)
                            // Only a picture of odd size may end on an odd pixel.
                            #expect(crop.width % 2 == 0 || crop.maxX == size.width)
                            guard crop.width > 200, crop.height > 200, place.destination.width > 200,
                                place.destination.height > 200
                            else { continue }
                            let pixel = ratio.value.flatMap { $0 > 0 ? $0 : nil } ?? 1
                            let horizontal = Double(place.destination.width) / (Double(crop.width) * pixel)
                            let vertical = Double(place.destination.height) / Double(crop.height)
                            #expect(abs(horizontal / vertical - 1) < 0.02)
                        }
                    }
                }
            }
        }
    }

    @Test("overscan keeps an even margin free at each edge, 5 per cent at most")
    func overscan() {
        let size = PixelSize(width: 1920, height: 1080)
        #expect(Overscan.none.area(of: size) == PixelRectangle(size))
        #expect(Overscan(percent: 5).area(of: size) == Self.rectangle(96, 54, 1728, 972))
        #expect(Overscan(percent: 3).area(of: PixelSize(width: 1366, height: 768)) == Self.rectangle(40, 22, 1286, 724))
        #expect(Overscan(percent: 99) == Overscan(percent: 5) && Overscan(percent: -1) == .none)
    }

    @Test("a key goes through all modes and comes back")
    func next() {
        var mode = PictureMode.auto
        var seen: [PictureMode] = []
        for _ in 0..<4 {
            mode = mode.next
            seen.append(mode)
        }
        #expect(seen == [.fit, .fill, .zoom, .auto])
    }
}
