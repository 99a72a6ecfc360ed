import MediaCore
import Testing

@testable import KMS

private func fourcc(_ text: String) -> UInt32 {
    text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}

private let xr24 = fourcc("XR24")
private let ar24 = fourcc("AR24")
private let nv12 = fourcc("NV12")
private let broadcomTile: UInt64 = 0x0700_0000_0000_0006

@Suite("Plane assignment")
struct PlaneAssignmentTests {
    /// The planes of vkms: one primary, eight overlays, no YUV, no alpha, no zpos.
    static let vkms: [PlaneCapability] =
        [PlaneCapability(id: 32, kind: .primary, formats: [xr24: [0], ar24: [0]], zpos: nil, hasAlpha: false)]
        + (0..<8).map {
            PlaneCapability(id: 36 + $0, kind: .overlay, formats: [xr24: [0], ar24: [0]], zpos: nil, hasAlpha: false)
        }

    /// Planes like a Raspberry Pi's: NV12 everywhere, linear or in the decoder's tiles, alpha, and a
    /// fixed stack in which one overlay lies beneath the primary.
    static let board: [PlaneCapability] = [
        PlaneCapability(id: 30, kind: .overlay, formats: [nv12: [0, broadcomTile]], zpos: 0...0, hasAlpha: true),
        PlaneCapability(
            id: 31, kind: .primary, formats: [xr24: [0], ar24: [0], nv12: [0, broadcomTile]], zpos: 1...1,
            hasAlpha: true),
        PlaneCapability(id: 40, kind: .cursor, formats: [ar24: [0]], zpos: 9...9, hasAlpha: true),
        PlaneCapability(id: 34, kind: .overlay, formats: [ar24: [0]], zpos: 3...3, hasAlpha: true),
        PlaneCapability(
            id: 35, kind: .overlay, formats: [nv12: [0, broadcomTile], ar24: [0]], zpos: 2...2, hasAlpha: true),
    ]

    static let screen = PixelSize(width: 1920, height: 1080)
    static let softwareVideo = LayerShape(format: nil, size: screen, destination: screen, coversScreen: true)
    static let tiledVideo = LayerShape(
        format: nv12, modifier: broadcomTile, size: screen, destination: screen, coversScreen: true)
    static let letterboxed = LayerShape(
        format: nv12, modifier: 0, size: PixelSize(width: 1440, height: 1080),
        destination: PixelSize(width: 1440, height: 1080))
    static let surface = LayerShape(
        format: ar24, size: PixelSize(width: 600, height: 100), destination: PixelSize(width: 600, height: 100))
    static let faded = LayerShape(
        format: ar24, size: PixelSize(width: 600, height: 100), destination: PixelSize(width: 600, height: 100),
        isTranslucent: true)

    static func best(_ layers: [LayerShape], _ planes: [PlaneCapability]) -> PlaneAssignment? {
        PlaneAssignment.candidates(for: layers, on: planes).first
    }

    @Test("Software video is composed into the primary, the surfaces above it get overlays in order")
    func softwareVideo() {
        #expect(
            Self.best([Self.softwareVideo, Self.surface, Self.surface], Self.vkms)
                == PlaneAssignment(composed: 1, usesBuffer: true, planes: [36, 37]))
    }

    @Test("Without an alpha property a fading surface is composed, and all beneath it")
    func fadedOnVkms() {
        #expect(
            Self.best([Self.softwareVideo, Self.surface, Self.faded, Self.surface], Self.vkms)
                == PlaneAssignment(composed: 3, usesBuffer: true, planes: [36]))
    }

    @Test("With an alpha property a fading surface has its plane")
    func fadedOnBoard() {
        #expect(
            Self.best([Self.tiledVideo, Self.faded], Self.board)
                == PlaneAssignment(composed: 0, usesBuffer: false, planes: [31, 35]))
    }

    @Test("A decoder's picture that covers the screen goes to the primary without a copy")
    func zeroCopy() {
        #expect(
            Self.best([Self.tiledVideo], Self.board) == PlaneAssignment(composed: 0, usesBuffer: false, planes: [31]))
    }

    @Test("A letterboxed one goes to an overlay above a black primary")
    func letterbox() {
        #expect(
            Self.best([Self.letterboxed, Self.surface], Self.board)
                == PlaneAssignment(composed: 0, usesBuffer: true, planes: [35, 34]))
    }

    static let fadedVideo = LayerShape(
        format: nv12, modifier: broadcomTile, size: screen, destination: screen, isTranslucent: true, coversScreen: true
    )

    @Test("Of two pictures that cross-fade each has a plane where there are two; the interstitial above has one too")
    func crossFade() {
        #expect(
            Self.best([Self.fadedVideo, Self.fadedVideo, Self.surface], Self.board)
                == PlaneAssignment(composed: 0, usesBuffer: false, planes: [31, 35, 34]))
        // The still is composed once; the new picture keeps its plane.
        var primary = Self.board[1]
        primary.formats = [xr24: [0], ar24: [0]]
        #expect(
            Self.best([Self.fadedVideo, Self.fadedVideo, Self.surface], [primary, Self.board[3], Self.board[4]])
                == PlaneAssignment(composed: 1, usesBuffer: true, planes: [35, 34]))
        #expect(
            Self.best([Self.fadedVideo, Self.fadedVideo, Self.surface], Self.vkms)
                == PlaneAssignment(composed: 2, usesBuffer: true, planes: [36]))
    }

    @Test("More layers than planes: the lowest are composed, the top ones keep their planes")
    func tooMany() {
        let layers = [Self.softwareVideo] + Array(repeating: Self.surface, count: 10)
        #expect(
            Self.best(layers, Self.vkms)
                == PlaneAssignment(composed: 3, usesBuffer: true, planes: (36..<44).map { UInt32($0) }))
    }

    @Test("A modifier no plane takes can't be scanned out")
    func unknownModifier() {
        var video = Self.tiledVideo
        video.modifier = 77
        #expect(Self.best([video], Self.board) == PlaneAssignment(composed: 1, usesBuffer: true, planes: []))
    }

    @Test("Nothing to show is a black primary; without a primary there is nothing to try")
    func empty() {
        #expect(
            PlaneAssignment.candidates(for: [], on: Self.vkms) == [
                PlaneAssignment(composed: 0, usesBuffer: true, planes: [])
            ])
        #expect(PlaneAssignment.candidates(for: [Self.surface], on: []) == [])
    }

    @Test("Every candidate keeps the layers' order, uses no plane twice, and the last composes everything")
    func sound() {
        let kinds = [Self.softwareVideo, Self.tiledVideo, Self.letterboxed, Self.surface, Self.faded]
        for planes in [Self.vkms, Self.board] {
            let stack = planes.sorted {
                ($0.zpos?.lowerBound ?? UInt64($0.id)) < ($1.zpos?.lowerBound ?? UInt64($1.id))
            }.map(\.id)
            for number in 0..<625 {
                let layers = (0..<4).map { place in kinds[number / [1, 5, 25, 125][place] % 5] }
                let candidates = PlaneAssignment.candidates(for: layers, on: planes)
                #expect(candidates.last == PlaneAssignment(composed: 4, usesBuffer: true, planes: []))
                for candidate in candidates {
                    let places = candidate.planes.compactMap { stack.firstIndex(of: $0) }
                    #expect(places == places.sorted() && Set(places).count == candidate.planes.count)
                    #expect(candidate.composed + candidate.planes.count == 4)
                    for (layer, id) in zip(layers[candidate.composed...], candidate.planes) {
                        let plane = planes.first { $0.id == id }
                        #expect(plane?.formats[layer.format ?? 0]?.contains(layer.modifier) == true)
                        #expect(plane?.hasAlpha == true || !layer.isTranslucent)
                    }
                }
            }
        }
    }
}
