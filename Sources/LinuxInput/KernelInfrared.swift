import Base
import Devices
import Glibc
import RemoteKeymaps
import Synchronization

/// The kernel's infrared receivers. The keeper of keymaps does what needs root's rights, over its socket.
package final class KernelInfrared: InfraredReceivers {
    private let keeper: String
    private let directory: InfraredDirectory

    private let keymaps: String
    private let table: String

    package init(
        keeper: String = KeymapOrder.socket, sysfs: String = "/sys/class/rc", keymaps: String = KeymapOrder.folder,
        table: String = KeymapOrder.table
    ) {
        self.keeper = keeper
        self.keymaps = keymaps
        self.table = table
        directory = InfraredDirectory(path: sysfs)
        // The power went while the keeper wrote its table: whoever connects has it finished.
        if access("\(keymaps)/\(KeymapOrder.tableNote)", F_OK) == 0 { _ = try? LocalConnection(to: keeper) }
    }

    package func all() -> [InfraredReceiver] { directory.receivers() }

    package func keymaps(of receiver: InfraredReceiver) -> [String] {
        KeymapTable(text: InfraredDirectory.text(of: table, most: 1 << 18)).files(
            driver: receiver.driver, table: receiver.table)
    }

    package func kept() -> Set<String> {
        Set(InfraredDirectory.entries(of: keymaps).compactMap(KeymapOrder.name(ofFile:)))
    }

    package func listen(to receiver: InfraredReceiver) async throws -> any InfraredListening {
        let keeper = keeper
        return try await blocking(on: "hearth-keeper") { try KernelListening(receiver, keeper: keeper) }
    }
}

/// Why a receiver can't be taught, in words for people.
package struct InfraredTrouble: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Listening to a receiver: while the connection to the keeper is open all decoders are on; when it ends, for whatever
/// reason, the keeper sets them back.
final class KernelListening: InfraredListening {
    let events: AsyncStream<InfraredEvent>
    let restriction: String?
    private let receiver: InfraredReceiver
    private let connection: Mutex<LocalConnection?>
    private let stopping: EventDescriptor
    private let thread: Mutex<NamedThread?>

    init(_ receiver: InfraredReceiver, keeper: String) throws {
        guard let lirc = receiver.lirc else {
            throw InfraredTrouble("\(receiver.id) has no lirc node: the kernel has no CONFIG_LIRC")
        }
        var connection: LocalConnection?
        do {
            var answer = ""
            let opened = try LocalConnection(
                to: keeper, asking: KeymapOrder.listen(receiver: receiver.id).line, answer: &answer)
            if answer.hasPrefix("error ") { throw InfraredTrouble(String(answer.dropFirst("error ".count))) }
            restriction = answer.hasPrefix("limited ") ? String(answer.dropFirst("limited ".count)) : nil
            connection = consume opened
        } catch let error as SystemCallError where error.errno == EBUSY {
            throw InfraredTrouble("the keeper of keymaps is somebody else's: it serves one at a time")
        } catch let error as SystemCallError {
            throw InfraredTrouble(
                "the keeper of keymaps does not answer (\(error)): systemctl enable --now hearth-keymaps.socket")
        }
        self.receiver = receiver
        let reader = try LircReader(opening: lirc)
        let (stream, continuation) = AsyncStream.makeStream(of: InfraredEvent.self)
        events = stream
        stopping = try EventDescriptor()
        self.connection = Mutex(connection.take())
        thread = Mutex(nil)
        let stop = stopping.raw
        // Handed over: nobody but that thread touches it from here on.
        nonisolated(unsafe) let owned = reader
        try thread.withLock { thread in
            thread = try NamedThread("hearth-light") {
                owned.run(until: stop) { continuation.yield($0) }
                continuation.finish()
            }
        }
    }

    deinit { stop() }

    func keep(_ name: String, keymap: String) async throws -> String {
        let receiver = receiver.id
        return try await blocking(on: "hearth-keeper") { [self] in
            guard let connection = connection.withLock({ $0.take() }) else {
                throw InfraredTrouble("the listening is over")
            }
            endReading()
            try connection.send(
                KeymapOrder.keep(name: name, receiver: receiver, length: keymap.utf8.count).line + keymap)
            let answer = try connection.line() ?? "error it closed the connection"
            guard answer.hasPrefix("ok ") else { throw InfraredTrouble(String(answer.dropFirst("error ".count))) }
            return String(answer.dropFirst(3))
        }
    }

    func stop() {
        connection.withLock { _ = $0.take() }
        endReading()
    }

    private func endReading() {
        stopping.signal()
        thread.withLock { thread in
            if let running = thread.take() { running.join() }
        }
    }
}
