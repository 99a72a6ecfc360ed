import Channels
import Commands
import ControlProtocol
import Devices
import MediaCore
import Playback
import Screens
import Store

/// Carries out what was decided of how pictures lie on the screen.
extension Box {
    /// The part of the screen on which pictures and layers lie.
    var screenSize: PixelSize { picture.overscan.area(of: devices.display.output.size).size }

    /// How the picture of what is on the screen lies there.
    var pictureMode: PictureMode {
        shownItem.flatMap { playout[$0] }.map { picture.mode(on: $0.channel) } ?? .auto
    }

    /// Chooses how what is on the screen is laid there.
    func choosePicture(_ choice: Command.Picture) -> CommandResult {
        guard let item = shownItem, let channel = playout[item]?.channel else { return .notNow("nothing plays") }
        return lay(.choose(choice, on: channel, item: item, isListed: lineupMaker.isListed(channel)))
    }

    func perform(_ effect: PictureControl.Effect) {
        switch effect {
        case .lay(let mode, let item):
            stage.setMode(mode, of: item)
            devices.display.wake()
        case .show(let mode): tell(.track(TrackNotice(.picture, Strings.name(of: mode))))
        case .keepFree(let overscan):
            stage.setOverscan(overscan)
            present(force: true)
        case .layCorner: layCorner()
        case .storeCorner(let place): save { try await $0.setPreference(.corner, to: place.kept) }
        case .store(let mode, let channel): save { try await $0.setPictureMode(mode, of: channel) }
        case .storeOverscan(let overscan):
            save(about: .overscan) { try await $0.setOverscan(overscan) }
        }
    }
}
