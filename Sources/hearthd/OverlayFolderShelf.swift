import Base
import ConfigurationFile
import Overlays

/// Reads the owner's folder of overlays, where something in it was changed.
struct OverlayFolderShelf: OverlayShelf {
    private let folder: OverlayFolder
    private let known = KnownSignature()

    private final class KnownSignature: Sendable {
        let signature = Locked<OverlayFolder.Signature?>(nil)
    }

    init(_ path: String) { folder = OverlayFolder(path) }

    func changes() -> OverlayNews? {
        // Looked at before it is read: what changes meanwhile is read the next time.
        let signature = folder.signature()
        let isNew = known.signature.withLock { known in
            defer { known = signature }
            return known != signature
        }
        return isNew ? folder.read() : nil
    }
}
