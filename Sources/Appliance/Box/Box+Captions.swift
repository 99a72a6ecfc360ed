import ControlProtocol
import Devices
import Screens
import Store

/// Carries out what was decided of how captions look.
extension Box {
    func perform(_ effect: CaptionControl.Effect) {
        switch effect {
        case .show(let style):
            stage.setCaptionStyle(style)
            devices.display.wake()
        case .store(let wishes): save(about: .captions) { try await $0.setPreference(.captions, to: wishes.kept) }
        }
    }
}

extension CaptionWishes {
    /// The wishes as the store keeps them; nil: there are none.
    fileprivate var kept: String? {
        self == CaptionWishes() ? nil : (try? Wire.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The wishes that the store kept; none where they can't be read.
    init(kept text: String?) {
        self = text.flatMap { try? Wire.decode(CaptionWishes.self, from: $0.utf8) } ?? CaptionWishes()
        if fault != nil { self = CaptionWishes() }
    }
}

extension BoxControl {
    package func setCaptions(_ request: CaptionRequest) async throws -> CaptionInfo {
        if let fault = request.choose?.fault { throw fault }
        return await box.read { box in
            if request.reset == true { box.set(captions: .reset) }
            if let wishes = request.choose { box.set(captions: .choose(wishes)) }
            return box.captionControl.info
        }
    }
}
