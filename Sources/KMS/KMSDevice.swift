import Base
import CDRM
import CLinux
import Devices
import Glibc
import MediaCore

/// An open DRM device: the only place that calls libdrm. Errors carry the call and errno.
///
/// Unchecked: used by one thread at a time, first by whoever opened it, then by the display's thread.
final class KMSDevice: @unchecked Sendable {
    struct Connector {
        var table: PropertyTable
        /// The kernel's name: `HDMI-A-1`.
        var name: String
        var isConnected: Bool
        var modes: [DisplayMode]
        /// The kernel's own form of `modes`, in the same order.
        var timings: [drm_mode_modeinfo]
        /// The CRTC that feeds it now; 0 for none.
        var currentCRTC: UInt32
        /// The CRTCs that can feed it, a bit for each by its index.
        var possibleCRTCs: UInt32
        var edid: EDID?
    }

    struct Plane {
        var table: PropertyTable
        var capability: PlaneCapability
        var possibleCRTCs: UInt32
    }

    let path: String
    let driver: String
    let crtcs: [UInt32]
    private let descriptor: OwnedDescriptor
    private let request: OpaquePointer

    var raw: Int32 { descriptor.raw }

    /// Opens the device.
    /// - Throws: when it is no atomic KMS device with dumb buffers.
    init(path: String) throws(KMSError) {
        let opened: OwnedDescriptor
        do {
            opened = try OwnedDescriptor(open: path, flags: O_RDWR | O_NONBLOCK)
        } catch {
            throw .failed(call: error.call, errno: error.errno)
        }
        var driver = ""
        if let version = drmGetVersion(opened.raw) {
            driver = String(cString: version.pointee.name)
            drmFreeVersion(version)
        }
        for (capability, name) in [
            (DRM_CLIENT_CAP_UNIVERSAL_PLANES, "universal planes"), (DRM_CLIENT_CAP_ATOMIC, "atomic"),
        ] {
            try Self.check(
                "set client capability \(name) on \(path)", drmSetClientCap(opened.raw, UInt64(capability), 1))
        }
        var dumb: UInt64 = 0
        try Self.check(
            "get capability of dumb buffers of \(path)", drmGetCap(opened.raw, UInt64(DRM_CAP_DUMB_BUFFER), &dumb))
        guard let resources = drmModeGetResources(opened.raw) else {
            throw .failed(call: "drmModeGetResources \(path)", errno: errno)
        }
        defer { drmModeFreeResources(resources) }
        guard dumb == 1, resources.pointee.count_connectors > 0 else {
            throw .failed(call: "dumb buffers and connectors of \(path)", errno: ENOTSUP)
        }
        guard let request = drmModeAtomicAlloc() else { throw .failed(call: "drmModeAtomicAlloc", errno: ENOMEM) }
        self.request = request
        self.path = path
        self.driver = driver
        crtcs = (0..<Int(resources.pointee.count_crtcs)).map { resources.pointee.crtcs[$0] }
        descriptor = opened
    }

    deinit {
        drmModeAtomicFree(request)
    }

    // MARK: - What there is

    /// It was unplugged, or its driver has let go of it: nothing will work any more.
    var isGone: Bool {
        guard let resources = drmModeGetResources(raw) else { return errno == ENODEV || errno == ENXIO }
        drmModeFreeResources(resources)
        return false
    }

    /// Asks the TV anew: slow (it may read the EDID), so only after a hotplug event.
    func connectors() -> [Connector] {
        guard let resources = drmModeGetResources(raw) else { return [] }
        defer { drmModeFreeResources(resources) }
        return (0..<Int(resources.pointee.count_connectors)).compactMap {
            connector(resources.pointee.connectors[$0])
        }
    }

    private func connector(_ id: UInt32) -> Connector? {
        guard let connector = drmModeGetConnector(raw, id) else { return nil }
        defer { drmModeFreeConnector(connector) }
        guard connector.pointee.connector_type != UInt32(DRM_MODE_CONNECTOR_WRITEBACK) else { return nil }
        let timings = (0..<Int(connector.pointee.count_modes)).map { index in
            UnsafeRawPointer(connector.pointee.modes + index).loadUnaligned(as: drm_mode_modeinfo.self)
        }
        var possible: UInt32 = 0
        var current: UInt32 = 0
        for index in 0..<Int(connector.pointee.count_encoders) {
            guard let encoder = drmModeGetEncoder(raw, connector.pointee.encoders[index]) else { continue }
            possible |= encoder.pointee.possible_crtcs
            if encoder.pointee.encoder_id == connector.pointee.encoder_id { current = encoder.pointee.crtc_id }
            drmModeFreeEncoder(encoder)
        }
        let type =
            drmModeGetConnectorTypeName(connector.pointee.connector_type).map { String(cString: $0) } ?? "Unknown"
        let name = "\(type)-\(connector.pointee.connector_type_id)"
        let table = properties(of: id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR), what: "connector \(name)")
        let edid = table["EDID"].flatMap { blob(UInt32(truncatingIfNeeded: $0.value)) }.flatMap { EDID($0) }
        return Connector(
            table: table, name: name,
            isConnected: connector.pointee.connection == DRM_MODE_CONNECTED && !timings.isEmpty,
            modes: timings.map { Self.mode($0) }, timings: timings, currentCRTC: current, possibleCRTCs: possible,
            edid: edid)
    }

    static func mode(_ timing: drm_mode_modeinfo) -> DisplayMode {
        let isInterlaced = timing.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
        let isDoubled = timing.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0
        let total = Double(timing.htotal) * Double(timing.vtotal) * (isDoubled ? 2 : 1) / (isInterlaced ? 2 : 1)
        return DisplayMode(
            size: PixelSize(width: Int(timing.hdisplay), height: Int(timing.vdisplay)),
            refreshRate: total > 0 ? Double(timing.clock) * 1000 / total : 0,
            isPreferred: timing.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0, isInterlaced: isInterlaced)
    }

    func planes() -> [Plane] {
        guard let resources = drmModeGetPlaneResources(raw) else { return [] }
        defer { drmModeFreePlaneResources(resources) }
        return (0..<Int(resources.pointee.count_planes)).compactMap { plane(resources.pointee.planes[$0]) }
    }

    private func plane(_ id: UInt32) -> Plane? {
        guard let plane = drmModeGetPlane(raw, id) else { return nil }
        defer { drmModeFreePlane(plane) }
        let table = properties(of: id, type: UInt32(DRM_MODE_OBJECT_PLANE), what: "plane \(id)")
        var formats = table["IN_FORMATS"].flatMap { blob(UInt32(truncatingIfNeeded: $0.value)) }.flatMap {
            FormatBlob.parse($0)
        }
        if formats == nil {
            var plain: [UInt32: Set<UInt64>] = [:]
            for index in 0..<Int(plane.pointee.count_formats) {
                plain[plane.pointee.formats[index]] = [HEARTH_DRM_MOD_LINEAR]
            }
            formats = plain
        }
        let zpos = table["zpos"].map { $0.isImmutable ? $0.value...$0.value : $0.range ?? $0.value...$0.value }
        let capability = PlaneCapability(
            id: id, kind: PlaneCapability.Kind(rawValue: table["type"]?.value ?? 0) ?? .overlay,
            formats: formats ?? [:], zpos: zpos, hasAlpha: table["alpha"].map { !$0.isImmutable } ?? false)
        return Plane(table: table, capability: capability, possibleCRTCs: plane.pointee.possible_crtcs)
    }

    /// The timing a CRTC is lit with, or nil when it is dark.
    func litTiming(of crtc: UInt32) -> drm_mode_modeinfo? {
        guard let state = drmModeGetCrtc(raw, crtc) else { return nil }
        defer { drmModeFreeCrtc(state) }
        guard state.pointee.mode_valid != 0 else { return nil }
        return withUnsafeBytes(of: &state.pointee.mode) { $0.loadUnaligned(as: drm_mode_modeinfo.self) }
    }

    func crtcProperties(_ crtc: UInt32) -> PropertyTable {
        properties(of: crtc, type: UInt32(DRM_MODE_OBJECT_CRTC), what: "CRTC \(crtc)")
    }

    private func properties(of object: UInt32, type: UInt32, what: String) -> PropertyTable {
        var table = PropertyTable(what: what, object: object)
        guard let list = drmModeObjectGetProperties(raw, object, type) else { return table }
        defer { drmModeFreeObjectProperties(list) }
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(raw, list.pointee.props[index]) else { continue }
            defer { drmModeFreeProperty(property) }
            let flags = property.pointee.flags
            var entry = PropertyTable.Property(id: property.pointee.prop_id, value: list.pointee.prop_values[index])
            entry.isImmutable = flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0
            if flags & UInt32(DRM_MODE_PROP_RANGE) != 0, property.pointee.count_values == 2 {
                let (low, high) = (property.pointee.values[0], property.pointee.values[1])
                if low <= high { entry.range = low...high }
            }
            for enumerator in 0..<Int(property.pointee.count_enums) {
                var value = property.pointee.enums[enumerator]
                let name = withUnsafeBytes(of: &value.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                entry.enumeration[name] = value.value
            }
            let name = withUnsafeBytes(of: &property.pointee.name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            table.properties[name] = entry
        }
        return table
    }

    private func blob(_ id: UInt32) -> [UInt8]? {
        guard id != 0, let blob = drmModeGetPropertyBlob(raw, id) else { return nil }
        defer { drmModeFreePropertyBlob(blob) }
        return Array(UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length)))
    }

    // MARK: - Ownership

    /// Whether this process may set modes. Asks the kernel for it if not.
    func takeOwnership() -> Bool {
        drmIsMaster(raw) != 0 || drmSetMaster(raw) == 0
    }

    // MARK: - Commits

    /// Commits the settings.
    /// - Throws: the driver's refusal; nothing has changed then.
    func commit(_ settings: AtomicRequest, flags: Int32) throws(KMSError) {
        guard settings.missing.isEmpty else { throw .missingProperties(settings.missing) }
        drmModeAtomicSetCursor(request, 0)
        for setting in settings.settings {
            let added = drmModeAtomicAddProperty(request, setting.object, setting.property, setting.value)
            if added < 0 { throw .failed(call: "drmModeAtomicAddProperty", errno: -added) }
        }
        try Self.check("atomic commit", drmModeAtomicCommit(raw, request, UInt32(bitPattern: flags), nil))
    }

    /// The times at which the flips completed since the last call were latched, by the kernel's stamps.
    /// Never blocks.
    func readFlips() -> [HostTime] {
        var flips: [HostTime] = []
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
            while true {
                let count = read(raw, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var at = 0
                while at + MemoryLayout<drm_event>.size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: at, as: drm_event.self)
                    guard event.length >= 8, at + Int(event.length) <= count else { return }
                    if event.type == UInt32(DRM_EVENT_FLIP_COMPLETE),
                        Int(event.length) >= MemoryLayout<drm_event_vblank>.size
                    {
                        let flip = buffer.loadUnaligned(fromByteOffset: at, as: drm_event_vblank.self)
                        let time = Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1000
                        flips.append(HostTime(nanoseconds: time))
                    }
                    at += Int(event.length)
                }
            }
        }
        return flips
    }

    /// The time of the last vblank, or nil when the CRTC is dark or the driver does not count.
    func lastVBlank(of crtc: UInt32) -> HostTime? {
        var (sequence, time): (UInt64, UInt64) = (0, 0)
        guard drmCrtcGetSequence(raw, crtc, &sequence, &time) == 0, time > 0 else { return nil }
        return HostTime(nanoseconds: Int64(clamping: time))
    }

    func makeModeBlob(_ timing: drm_mode_modeinfo) throws(KMSError) -> UInt32 {
        var (timing, id): (drm_mode_modeinfo, UInt32) = (timing, 0)
        try Self.check(
            "create mode blob", drmModeCreatePropertyBlob(raw, &timing, MemoryLayout.size(ofValue: timing), &id))
        return id
    }

    func destroyBlob(_ id: UInt32) {
        drmModeDestroyPropertyBlob(raw, id)
    }

    // MARK: - Buffers

    struct DumbMemory {
        var handle: UInt32
        var pitch: Int
        var base: UnsafeMutablePointer<UInt8>
        var bytes: Int
    }

    func makeDumbMemory(_ size: PixelSize) throws(KMSError) -> DumbMemory {
        var (handle, pitch, bytes): (UInt32, UInt32, UInt64) = (0, 0, 0)
        try Self.check(
            "create \(size) dumb buffer",
            drmModeCreateDumbBuffer(
                raw, UInt32(clamping: size.width), UInt32(clamping: size.height), 32, 0, &handle, &pitch, &bytes))
        var offset: UInt64 = 0
        let mapped = drmModeMapDumbBuffer(raw, handle, &offset)
        let base =
            mapped == 0 ? mmap(nil, Int(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, raw, Int(offset)) : MAP_FAILED
        guard let base, base != MAP_FAILED else {
            drmModeDestroyDumbBuffer(raw, handle)
            throw .failed(call: "map \(size) dumb buffer", errno: errno)
        }
        return DumbMemory(
            handle: handle, pitch: Int(pitch), base: base.assumingMemoryBound(to: UInt8.self), bytes: Int(bytes))
    }

    func destroy(_ memory: DumbMemory) {
        munmap(memory.base, memory.bytes)
        drmModeDestroyDumbBuffer(raw, memory.handle)
    }

    /// Makes one framebuffer over up to four planes of memory.
    func makeFramebuffer(
        _ size: PixelSize, format: UInt32, modifier: UInt64?, handles: [UInt32], pitches: [UInt32], offsets: [UInt32]
    ) throws(KMSError) -> UInt32 {
        func four(_ values: [UInt32]) -> [UInt32] { (0..<4).map { $0 < values.count ? values[$0] : 0 } }
        var id: UInt32 = 0
        let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        let result: Int32
        if let modifier, modifier != HEARTH_DRM_MOD_LINEAR {
            let modifiers = (0..<4).map { $0 < handles.count ? modifier : 0 }
            result = drmModeAddFB2WithModifiers(
                raw, width, height, format, four(handles), four(pitches), four(offsets), modifiers, &id,
                UInt32(DRM_MODE_FB_MODIFIERS))
        } else {
            result = drmModeAddFB2(raw, width, height, format, four(handles), four(pitches), four(offsets), &id, 0)
        }
        try Self.check("add \(size) framebuffer", result)
        return id
    }

    func removeFramebuffer(_ id: UInt32) {
        drmModeRmFB(raw, id)
    }

    /// The handle of a DMA buffer; the same buffer always has the same one.
    func handle(ofDMABuffer descriptor: Int32) throws(KMSError) -> UInt32 {
        var handle: UInt32 = 0
        try Self.check("import DMA buffer", drmPrimeFDToHandle(raw, descriptor, &handle))
        return handle
    }

    func closeHandle(_ handle: UInt32) {
        drmCloseBufferHandle(raw, handle)
    }

    /// Throws for a failed call: libdrm returns -errno from some calls, and -1 with errno set from
    /// others.
    private static func check(_ call: @autoclosure () -> String, _ result: Int32) throws(KMSError) {
        guard result < 0 else { return }
        throw .failed(call: call(), errno: result == -1 ? errno : -result)
    }
}
