import CDRM
import Compositing
import Devices
import Glibc
import MediaCore

/// One lit screen: a connector, its CRTC and planes, and the buffers behind them. Turns scenes into
/// atomic commits. On the display's thread.
final class KMSOutput {
    let description: DisplayOutput
    let crtc: UInt32
    private let device: KMSDevice
    private let connector: PropertyTable
    private let crtcTable: PropertyTable
    private let planes: [UInt32: PropertyTable]
    private let capabilities: [PlaneCapability]
    private let primary: UInt32
    private let modeBlob: UInt32

    private let compositor = Compositor()
    private var buffers: [DumbBuffer] = []
    /// The index of the buffer on the screen or about to be.
    private var front = 0
    private let uploads: SurfaceUploads
    private let imports: ImportedFrames
    private var request = AtomicRequest()
    /// The plane assignment that the driver accepted, for each shape of scene.
    private var assignments: [[LayerShape]: PlaneAssignment] = [:]
    private var isLit = false

    private static let pageFlip = Int32(DRM_MODE_PAGE_FLIP_EVENT) | DRM_MODE_ATOMIC_NONBLOCK

    init(_ device: KMSDevice, _ connector: KMSDevice.Connector, crtcIndex: Int, mode: Int) throws(KMSError) {
        let crtc = device.crtcs[crtcIndex]
        let usable = device.planes().filter { $0.possibleCRTCs >> UInt32(crtcIndex) & 1 == 1 }
        guard let primary = usable.first(where: { $0.capability.kind == .primary }) else {
            throw .failed(call: "find the primary plane of CRTC \(crtc)", errno: ENODEV)
        }
        self.device = device
        self.crtc = crtc
        self.connector = connector.table
        crtcTable = device.crtcProperties(crtc)
        planes = Dictionary(usable.map { ($0.capability.id, $0.table) }) { first, _ in first }
        capabilities = usable.map(\.capability)
        self.primary = primary.capability.id
        modeBlob = try device.makeModeBlob(connector.timings[mode])
        uploads = SurfaceUploads(device)
        imports = ImportedFrames(device)
        let name = [connector.name, connector.edid?.name].compactMap { $0 }.joined(separator: " ")
        description = DisplayOutput(
            isConnected: true, size: connector.modes[mode].size, refreshRate: connector.modes[mode].refreshRate,
            name: name, identity: connector.edid?.identity)
        for _ in 0..<2 {
            buffers.append(try DumbBuffer(device, size: description.size, format: HEARTH_DRM_XRGB8888))
        }
    }

    deinit {
        device.destroyBlob(modeBlob)
    }

    /// The way in which a scene was put on the screen.
    struct Result {
        /// Whether all its layers had planes of their own.
        var isDirect: Bool
    }

    /// Makes the next commit set everything anew: another program had the screen, or the TV was
    /// away.
    func forgetState() {
        isLit = false
        assignments.removeAll()
    }

    /// Shows `scene` at the next vblank; a flip event follows.
    func commit(_ scene: Scene) throws(KMSError) -> Result {
        uploads.beginCommit()
        imports.beginCommit()
        let layers = scene.layers.compactMap { VisibleLayer($0, on: description.size) }
        let shapes = layers.map { $0.shape(on: description.size) }
        let modeset = isLit ? 0 : Int32(DRM_MODE_ATOMIC_ALLOW_MODESET)

        if let known = assignments[shapes] {
            do {
                try commit(layers, known, flags: Self.pageFlip | modeset)
                return done(known)
            } catch .failed(_, let errno) where errno == EINVAL || errno == ERANGE || errno == ENOSPC {
                // The assignment fitted where the layers were, and does not where they are now.
                assignments[shapes] = nil
            }
        }
        let candidates = PlaneAssignment.candidates(for: shapes, on: capabilities)
        for candidate in candidates.dropLast() {
            do {
                try commit(layers, candidate, flags: Int32(DRM_MODE_ATOMIC_TEST_ONLY) | modeset)
                try commit(layers, candidate, flags: Self.pageFlip | modeset)
            } catch .failed(_, let errno) where errno == EACCES || errno == EPERM || errno == EBUSY {
                throw .failed(call: "atomic commit", errno: errno)
            } catch {
                continue
            }
            remember(candidate, for: shapes)
            return done(candidate)
        }
        let composed = PlaneAssignment(composed: layers.count, usesBuffer: true, planes: [])
        try commit(layers, composed, flags: Self.pageFlip | modeset)
        remember(composed, for: shapes)
        return done(composed)
    }

    private func remember(_ assignment: PlaneAssignment, for shapes: [LayerShape]) {
        if assignments.count > 64 { assignments.removeAll() }
        assignments[shapes] = assignment
    }

    private func done(_ assignment: PlaneAssignment) -> Result {
        isLit = true
        return Result(isDirect: assignment.composed == 0)
    }

    private func commit(_ layers: [VisibleLayer], _ assignment: PlaneAssignment, flags: Int32) throws(KMSError) {
        let isTest = flags & Int32(DRM_MODE_ATOMIC_TEST_ONLY) != 0
        request.removeAll()
        request.set(connector, "CRTC_ID", UInt64(crtc))
        request.set(crtcTable, "MODE_ID", UInt64(modeBlob))
        request.set(crtcTable, "ACTIVE", 1)

        var next = front
        if assignment.usesBuffer {
            let composed = layers[..<assignment.composed].map(\.layer)
            if !compositor.holds(composed[...], in: buffers[front].target) {
                next = (front + 1) % buffers.count
                // Whether the plane takes a buffer does not depend on its contents.
                if !isTest { compositor.compose(composed[...], into: buffers[next].target) }
            }
            place(primary, framebuffer: buffers[next].framebuffer, screen: PixelRectangle(description.size))
        }
        for (index, plane) in assignment.planes.enumerated() {
            try place(layers[assignment.composed + index], on: plane, order: UInt64(index + 1))
        }
        for (id, table) in planes where !assignment.planes.contains(id) && (id != primary || !assignment.usesBuffer) {
            request.set(table, "FB_ID", 0)
            request.set(table, "CRTC_ID", 0)
        }
        try device.commit(request, flags: flags)
        if !isTest { front = next }
    }

    private func place(_ plane: UInt32, framebuffer: UInt32, screen: PixelRectangle) {
        guard let table = planes[plane] else { return }
        set(
            table, framebuffer, (0, 0, UInt64(screen.width) << 16, UInt64(screen.height) << 16), screen)
        request.setIfPresent(table, "alpha", 65535)
        setOrder(table, 0)
    }

    private func place(_ layer: VisibleLayer, on plane: UInt32, order: UInt64) throws(KMSError) {
        guard let table = planes[plane] else { return }
        switch layer.layer.content {
        case .surface(let surface):
            set(table, try uploads.framebuffer(of: surface), layer.source, layer.visible)
        case .video(let frame):
            guard let buffer = frame.dmaBuffer else {
                throw .failed(call: "scan out a frame without a DMA buffer", errno: EINVAL)
            }
            set(table, try imports.framebuffer(of: buffer, size: frame.size), layer.source, layer.visible)
            setColor(table, frame)
        case .color:
            throw .failed(call: "scan out a colour", errno: EINVAL)
        }
        request.setIfPresent(table, "alpha", layer.alpha)
        setOrder(table, order)
    }

    private func set(
        _ table: PropertyTable, _ framebuffer: UInt32,
        _ source: (x: UInt64, y: UInt64, width: UInt64, height: UInt64),
        _ screen: PixelRectangle
    ) {
        request.set(table, "FB_ID", UInt64(framebuffer))
        request.set(table, "CRTC_ID", UInt64(crtc))
        request.set(table, "SRC_X", source.x)
        request.set(table, "SRC_Y", source.y)
        request.set(table, "SRC_W", source.width)
        request.set(table, "SRC_H", source.height)
        request.set(table, "CRTC_X", UInt64(bitPattern: Int64(screen.x)))
        request.set(table, "CRTC_Y", UInt64(bitPattern: Int64(screen.y)))
        request.set(table, "CRTC_W", UInt64(screen.width))
        request.set(table, "CRTC_H", UInt64(screen.height))
    }

    /// Sets a plane's zpos where that can be changed, so that planes are stacked as the layers are;
    /// `order` counts from the primary.
    private func setOrder(_ table: PropertyTable, _ order: UInt64) {
        guard let range = table["zpos"]?.range else { return }
        let (place, overflow) = range.lowerBound.addingReportingOverflow(order)
        request.setIfPresent(table, "zpos", overflow ? range.upperBound : min(place, range.upperBound))
    }

    private func setColor(_ table: PropertyTable, _ frame: VideoFrame) {
        let encoding =
            switch frame.matrix {
            case .bt601: "ITU-R BT.601 YCbCr"
            case .bt709: "ITU-R BT.709 YCbCr"
            case .bt2020: "ITU-R BT.2020 YCbCr"
            }
        let range = frame.isFullRange ? "YCbCr full range" : "YCbCr limited range"
        if let value = table["COLOR_ENCODING"]?.enumeration[encoding] {
            request.setIfPresent(table, "COLOR_ENCODING", value)
        }
        if let value = table["COLOR_RANGE"]?.enumeration[range] {
            request.setIfPresent(table, "COLOR_RANGE", value)
        }
    }
}
