import Base
import CEvdev
import CLinux
import Devices
import Glibc
import Logging
import MediaCore

/// Does the work of `hearth-input`: waits on all devices and on the folder they appear in.
final class EvdevPoller {
    private let configuration: EvdevSource.Configuration
    private let events: AsyncStream<KeySourceEvent>.Continuation
    private let epoll: OwnedDescriptor
    private let watch: OwnedDescriptor
    private let log = Logger(label: "hearth.input")

    /// The open devices, by descriptor.
    private var devices: [Int32: EvdevDevice] = [:]
    /// Infrared receivers among them that tell their keys by lirc, by its descriptor; and whose they are.
    private var lights: [Int32: (light: ReceiverLight, device: Int32)] = [:]
    /// Nodes that are no remotes, or could not be opened: looked at again when they change.
    private var rejected: [String: NodeIdentity] = [:]
    private var complaints: Set<String> = []
    private var isGrabbing = false
    private var hasScanned = false

    /// The identity of a node, which tells it from a later one of the same name, and from itself
    /// with other access rights.
    private struct NodeIdentity: Equatable {
        var inode: UInt64
        var changeSeconds: Int
        var changeNanoseconds: Int
    }

    init(
        _ configuration: EvdevSource.Configuration, events: AsyncStream<KeySourceEvent>.Continuation
    ) throws(SystemCallError) {
        self.configuration = configuration
        self.events = events
        epoll = OwnedDescriptor(taking: try checked("epoll_create1") { epoll_create1(HEARTH_EPOLL_CLOEXEC) })
        watch = OwnedDescriptor(
            taking: try checked("inotify_init1") { inotify_init1(HEARTH_IN_CLOEXEC | HEARTH_IN_NONBLOCK) })
        try add(watch.raw)
    }

    /// Runs until it is told to stop.
    /// - Parameters:
    ///   - wakeUp: readable when the wishes have changed.
    ///   - wishes: reads them and makes `wakeUp` unreadable.
    func run(wakeUp: Int32, wishes: () -> EvdevSource.Wishes) {
        do {
            try add(wakeUp)
        } catch {
            log.error("no keys", metadata: ["reason": "\(error)"])
            return
        }
        watchFolder()
        var current = wishes()
        isGrabbing = current.isGrabbing
        scan()
        hasScanned = true
        var ready = [epoll_event](repeating: epoll_event(), count: 16)
        while !current.isStopping {
            let count = epoll_wait(epoll.raw, &ready, Int32(ready.count), patience())
            expire()
            guard count > 0 else { continue }
            for event in ready.prefix(Int(count)) {
                switch event.data.fd {
                case wakeUp:
                    current = wishes()
                    setGrabbing(current.isGrabbing)
                case watch.raw:
                    drainWatch()
                    watchFolder()
                    scan()
                case let descriptor where lights[descriptor] != nil:
                    readLight(descriptor)
                case let descriptor:
                    read(descriptor)
                }
            }
        }
        for descriptor in devices.keys.sorted() { detach(descriptor) }
    }

    // MARK: - Devices

    private func read(_ descriptor: Int32) {
        guard let device = devices[descriptor] else { return }
        do {
            let isTold = isToldByLight(descriptor)
            tell(try device.read(), exceptKeys: isTold)
            // It may have become readable since.
            if !isTold, device.keys.down.isEmpty { readLight(of: device) }
        } catch {
            detach(descriptor)
            // The number may have been given away already.
            scan()
        }
    }

    // MARK: - Light

    private func isToldByLight(_ device: Int32) -> Bool { lights.values.contains { $0.device == device } }

    private func tell(_ told: [KeySourceEvent], exceptKeys: Bool) {
        for event in told {
            if case .key = event, exceptKeys { continue }
            events.yield(event)
        }
    }

    /// Takes an infrared receiver's keys from its lirc node from here on, where there is one.
    private func readLight(of device: EvdevDevice) {
        guard device.keys.device.bus == .infrared, let light = ReceiverLight(of: device.keys.device),
            (try? add(light.descriptor)) != nil
        else { return }
        lights[light.descriptor] = (light, device.descriptor)
    }

    private func readLight(_ descriptor: Int32) {
        guard let (light, device) = lights[descriptor] else { return }
        if let keys = light.read() {
            for key in keys { events.yield(.key(key)) }
        } else {
            forgetLight(of: device)
        }
    }

    /// Milliseconds until a key is let go; -1: none is held.
    private func patience() -> Int32 {
        guard let next = lights.values.compactMap(\.light.deadline).min() else { return -1 }
        return Int32(clamping: max(0, (next - MonotonicClock().now).nanoseconds.addingSaturating(999_999) / 1_000_000))
    }

    private func expire() {
        guard !lights.isEmpty else { return }
        let now = MonotonicClock().now
        for (light, _) in lights.values {
            for key in light.expire(at: now) { events.yield(.key(key)) }
        }
    }

    private func forgetLight(of device: Int32) {
        for (descriptor, entry) in lights where entry.device == device {
            epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor, nil)
            lights[descriptor] = nil
            for key in entry.light.vanish(at: MonotonicClock().now) { events.yield(.key(key)) }
        }
    }

    private func scan() {
        let paths = nodes()
        rejected = rejected.filter { paths.contains($0.key) }
        let open = Set(devices.values.map(\.path))
        for path in paths where !open.contains(path) {
            guard let identity = identity(of: path), rejected[path] != identity else { continue }
            do {
                try attach(path, identity)
            } catch {
                // No access yet: udev grants it a moment later, which changes the node.
                rejected[path] = identity
                if error.errno != ENODEV, error.errno != ENOENT, complaints.insert(path).inserted {
                    log.warning(
                        "a device can't be opened", metadata: [RepeatedLine.about: "input", "reason": "\(error)"])
                }
            }
        }
    }

    private func attach(_ path: String, _ identity: NodeIdentity) throws(SystemCallError) {
        let device = try EvdevDevice(opening: path)
        let about = device.keys.device
        // Infrared receivers get their keys when a keymap is loaded, which may be later.
        let isRemote =
            about.bus == .infrared || about.bus == .cec || device.touches != nil
            || device.capabilities.isRemote(includingPowerButtons: configuration.includesPowerButtons)
        guard isRemote, configuration.onlyNames?.contains(about.name) ?? true else {
            rejected[path] = identity
            return
        }
        if isGrabbing { grab(device, true) }
        try add(device.descriptor)
        devices[device.descriptor] = device
        readLight(of: device)
        complaints.remove(path)
        log.info("attached", metadata: ["device": "\(path)", "name": "\(about.name)", "bus": "\(about.bus.rawValue)"])
        events.yield(.attached(about))
        guard hasScanned, !isToldByLight(device.descriptor) else { return }
        for key in device.pressHeld(at: MonotonicClock().now) { events.yield(.key(key)) }
    }

    private func detach(_ descriptor: Int32) {
        guard let device = devices.removeValue(forKey: descriptor) else { return }
        epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor, nil)
        let isTold = isToldByLight(descriptor)
        forgetLight(of: descriptor)
        tell(device.vanish(at: MonotonicClock().now), exceptKeys: isTold)
        log.info("detached", metadata: ["device": "\(device.path)"])
        events.yield(.detached(device.keys.device))
    }

    private func setGrabbing(_ wanted: Bool) {
        guard wanted != isGrabbing else { return }
        isGrabbing = wanted
        for device in devices.values { grab(device, wanted) }
    }

    private func grab(_ device: EvdevDevice, _ isGrabbed: Bool) {
        do {
            try device.grab(isGrabbed)
        } catch {
            log.warning("another program has the device", metadata: ["reason": "\(error)"])
        }
    }

    // MARK: - The folder

    private func add(_ descriptor: Int32) throws(SystemCallError) {
        var event = epoll_event()
        event.events = HEARTH_EPOLLIN
        event.data.fd = descriptor
        try checked("epoll_ctl") { epoll_ctl(epoll.raw, EPOLL_CTL_ADD, descriptor, &event) }
    }

    /// Watches the folder of the nodes. Watching it again changes nothing. While it does not exist
    /// its parent is watched: the kernel makes it with the first device.
    private func watchFolder() {
        let mask = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE)
        if inotify_add_watch(watch.raw, configuration.folder, mask) >= 0 { return }
        let parent = configuration.folder.split(separator: "/").dropLast().joined(separator: "/")
        inotify_add_watch(watch.raw, "/" + parent, mask)
    }

    /// Empties the watch's descriptor; what has changed does not matter, as `scan` looks.
    private func drainWatch() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while Glibc.read(watch.raw, &bytes, bytes.count) > 0 {}
    }

    private func nodes() -> [String] {
        guard let folder = opendir(configuration.folder) else { return [] }
        defer { closedir(folder) }
        var paths: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event") { paths.append("\(configuration.folder)/\(name)") }
        }
        return paths.sorted()
    }

    private func identity(of path: String) -> NodeIdentity? {
        var about = stat()
        guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFCHR else { return nil }
        return NodeIdentity(
            inode: UInt64(about.st_ino), changeSeconds: about.st_ctim.tv_sec,
            changeNanoseconds: about.st_ctim.tv_nsec)
    }
}
