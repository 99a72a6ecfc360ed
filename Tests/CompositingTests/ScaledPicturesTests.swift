import Devices
import MediaCore
import Testing

@testable import Compositing

@Suite("Scaled pictures")
struct ScaledPicturesTests {
    @Test("What no scene needed for ten seconds of television is given back; what each needs stays")
    func givenBack() {
        let pictures = ScaledPictures()
        func key() -> ScaledPictures.Key {
            let part = PixelRectangle(x: 0, y: 0, width: 4, height: 4)
            return ScaledPictures.Key(
                identity: ContentIdentity(), source: part, size: PixelSize(width: 4, height: 4), part: part)
        }
        let (needed, others) = (key(), [key(), key()])
        pictures.beginScene()
        for key in [needed] + others { _ = pictures.make(key) }
        for _ in 0..<250 {
            pictures.beginScene()
            #expect(pictures.find(needed) != nil)
        }
        #expect(pictures.count == 3)
        for _ in 0..<2 { pictures.beginScene() }
        #expect(pictures.count == 1)
        #expect(others.allSatisfy { pictures.find($0) == nil })
        #expect(pictures.find(needed) != nil)
    }
}
