import Base
import CCEC
import Devices
import Glibc
import MediaCore

/// An open libcec, for Pulse-Eight's USB adapters (`PulseEight`). The only file that calls it. libcec calls back on threads of its own, which only post to `inbox`.
final class LibCECAdapter: CECAdapter {
    private let port: String
    private let connection: UnsafeMutableRawPointer
    /// The callbacks that libcec has; it keeps pointers to them until it is destroyed.
    private let callbacks: UnsafeMutablePointer<ICECCallbacks>
    private let ears: Unmanaged<Ears>

    /// The state that libcec's threads may touch.
    private final class Ears: Sendable {
        let inbox: CECInbox
        /// The messages that were sent on the box's order and have not appeared in libcec's log yet, which is late.
        private let ordered = Locked<[String]>([])

        init(inbox: CECInbox) {
            self.inbox = inbox
        }

        func expect(_ frame: CECFrame) {
            ordered.withLock { $0 = $0.suffix(31) + [frame.hexadecimal] }
        }

        /// Whether a message was sent on the box's order; it is then forgotten.
        func take(_ frame: CECFrame) -> Bool {
            ordered.withLock { ordered in
                guard let index = ordered.firstIndex(of: frame.hexadecimal) else { return false }
                ordered.remove(at: index)
                return true
            }
        }
    }

    /// Opens the adapter at `port`. Takes about a second.
    ///
    /// Quiet: does not become the active source, wakes nothing, puts nothing to sleep, and holds no
    /// key back for combinations.
    init(name: String, port: String, inbox: CECInbox) throws(CECFailure) {
        let callbacks = UnsafeMutablePointer<ICECCallbacks>.allocate(capacity: 1)
        callbacks.initialize(to: ICECCallbacks())
        // Messages are received, and not the keys that libcec makes of them: holds, repeats and combinations are
        // decided here.
        callbacks.pointee.commandReceived = Self.heard
        callbacks.pointee.logMessage = Self.logged
        callbacks.pointee.alert = Self.alerted
        let retained = Unmanaged.passRetained(Ears(inbox: inbox))

        var configuration = libcec_configuration()
        libcec_clear_configuration(&configuration)
        withUnsafeMutableBytes(of: &configuration.strDeviceName) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            // One byte less than fits, for the terminator.
            bytes.copyBytes(from: Array(name.utf8.prefix(bytes.count - 1)))
        }
        configuration.clientVersion = UInt32(LIBCEC_VERSION_CURRENT.rawValue)
        configuration.deviceTypes.types.0 = CEC_DEVICE_TYPE_PLAYBACK_DEVICE
        configuration.bActivateSource = 0
        configuration.bPowerOffOnStandby = 0
        configuration.bAutoPowerOn = 0
        configuration.bAutoWakeAVR = 0
        configuration.wakeDevices = libcec_configuration().wakeDevices
        configuration.wakeDevices.primary = CECDEVICE_UNREGISTERED
        configuration.powerOffDevices = configuration.wakeDevices
        configuration.comboKey = CEC_USER_CONTROL_CODE_UNKNOWN
        configuration.iComboKeyTimeoutMs = 0
        configuration.iDoubleTapTimeoutMs = 0
        configuration.iButtonRepeatRateMs = 0
        configuration.iButtonReleaseDelayMs = 500
        configuration.callbacks = callbacks
        configuration.callbackParam = retained.toOpaque()

        guard let connection = libcec_initialise(&configuration) else {
            callbacks.deallocate()
            retained.release()
            throw .noLibrary
        }
        guard libcec_open(connection, port, 10_000) == 1 else {
            libcec_destroy(connection)
            callbacks.deallocate()
            retained.release()
            throw .notOpened(port: port, reason: "another program has it, or it may not be used")
        }
        self.port = port
        self.connection = connection
        self.callbacks = callbacks
        ears = retained
    }

    deinit {
        libcec_close(connection)
        libcec_destroy(connection)
        callbacks.deallocate()
        ears.release()
    }

    /// Nil, since messages come to the inbox by themselves.
    var descriptor: Int32? { nil }
    func read() throws(CECFailure) -> [CECInbox.Message] { [] }

    var facts: CECLineFacts {
        let primary = libcec_get_logical_addresses(connection).primary
        let isRegistered = primary.rawValue >= 0 && primary != CECDEVICE_UNREGISTERED
        return CECLineFacts(
            port: port, logicalAddress: isRegistered ? UInt8(exactly: primary.rawValue) : nil,
            physicalAddress: isRegistered ? libcec_get_device_physical_address(connection, primary) : nil,
            answeredBelow: CECLineFacts.libcec)
    }

    func transmit(_ frame: CECFrame) -> CECOutcome {
        ears.takeUnretainedValue().expect(frame)
        guard let opcode = frame.opcode else {
            let address = cec_logical_address(rawValue: cec_logical_address.RawValue(frame.destination))
            return libcec_poll_device(connection, address) == 1 ? .acknowledged : .notAcknowledged
        }
        var command = cec_command()
        command.initiator = cec_logical_address(rawValue: cec_logical_address.RawValue(frame.initiator))
        command.destination = cec_logical_address(rawValue: cec_logical_address.RawValue(frame.destination))
        command.opcode = cec_opcode(rawValue: cec_opcode.RawValue(opcode))
        command.opcode_set = 1
        command.eom = 1
        command.transmit_timeout = 1_000
        withUnsafeMutableBytes(of: &command.parameters.data) { $0.copyBytes(from: frame.operands.prefix($0.count)) }
        command.parameters.size = UInt8(clamping: frame.operands.count)
        return libcec_transmit(connection, &command) == 1 ? .acknowledged : .notAcknowledged
    }

    // MARK: - On libcec's threads

    private static let heard: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<cec_command>?) -> Void = {
        context, command in
        guard let context, let command = command?.pointee, command.opcode_set != 0,
            let initiator = UInt8(exactly: command.initiator.rawValue),
            let opcode = UInt8(exactly: command.opcode.rawValue),
            let destination = UInt8(exactly: command.destination.rawValue)
        else { return }
        let operands = withUnsafeBytes(of: command.parameters.data) { Array($0.prefix(Int(command.parameters.size))) }
        Unmanaged<Ears>.fromOpaque(context).takeUnretainedValue().inbox.post(
            .frame(CECFrame(from: initiator, to: destination, opcode: opcode, operands)), at: MonotonicClock().now)
    }

    /// The callback for libcec's log, the only place where libcec tells what it sends by itself.
    private static let logged: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<cec_log_message>?) -> Void = {
        context, message in
        guard let context, let message = message?.pointee, message.level == CEC_LOG_TRAFFIC, let text = message.message,
            let frame = LibCECTraffic.said(String(cString: text))
        else { return }
        let ears = Unmanaged<Ears>.fromOpaque(context).takeUnretainedValue()
        guard !ears.take(frame) else { return }
        ears.inbox.post(.saidBelow(frame), at: MonotonicClock().now)
    }

    private static let alerted: @convention(c) (UnsafeMutableRawPointer?, libcec_alert, libcec_parameter) -> Void = {
        context, alert, _ in
        guard let context, alert == CEC_ALERT_CONNECTION_LOST else { return }
        Unmanaged<Ears>.fromOpaque(context).takeUnretainedValue().inbox.post(.lost)
    }
}
