import Base
import CCEC
import Devices
import Glibc
import MediaCore

/// An open libcec. The only file that calls it. Made, used and closed on `hearth-cec`; libcec calls
/// back on threads of its own, which only post to `inbox`.
final class CECConnection {
    let port: String
    private let connection: UnsafeMutableRawPointer
    /// libcec keeps pointers to these until it is destroyed.
    private let callbacks: UnsafeMutablePointer<ICECCallbacks>
    private let inbox: Unmanaged<CECInbox>

    /// Opens the first adapter, or that at `port`. Takes about a second.
    ///
    /// Quiet: does not become the active source, wakes nothing, puts nothing to sleep, and holds no
    /// key back for combinations.
    init(name: String, port wanted: String?, inbox: CECInbox) throws(CECFailure) {
        let callbacks = UnsafeMutablePointer<ICECCallbacks>.allocate(capacity: 1)
        callbacks.initialize(to: ICECCallbacks())
        callbacks.pointee.keyPress = Self.keyPressed
        callbacks.pointee.alert = Self.alerted
        let retained = Unmanaged.passRetained(inbox)

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
        let failure: CECFailure
        if let port = wanted ?? Self.firstPort(connection) {
            if libcec_open(connection, port, 10_000) == 1 {
                self.port = port
                self.connection = connection
                self.callbacks = callbacks
                self.inbox = retained
                return
            }
            failure = .notOpened(port: port)
        } else {
            failure = .noAdapter
        }
        libcec_destroy(connection)
        callbacks.deallocate()
        retained.release()
        throw failure
    }

    deinit {
        libcec_close(connection)
        libcec_destroy(connection)
        callbacks.deallocate()
        inbox.release()
    }

    var status: CECStatus {
        let addresses = libcec_get_logical_addresses(connection)
        let primary = addresses.primary
        let physical =
            primary.rawValue >= 0 && primary != CECDEVICE_UNREGISTERED
            ? libcec_get_device_physical_address(connection, primary) : UInt16(0xffff)
        return CECStatus(
            adapter: port,
            logicalAddress: primary == CECDEVICE_UNREGISTERED ? nil : UInt8(exactly: primary.rawValue),
            physicalAddress: physical == 0xffff ? nil : physical)
    }

    private static func firstPort(_ connection: UnsafeMutableRawPointer) -> String? {
        var adapters = [cec_adapter](repeating: cec_adapter(), count: 4)
        guard libcec_find_adapters(connection, &adapters, UInt8(adapters.count), nil) > 0 else { return nil }
        return withUnsafeBytes(of: &adapters[0].comm) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    // MARK: - On libcec's threads

    private static let keyPressed: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<cec_keypress>?) -> Void = {
        context, key in
        guard let context, let key = key?.pointee, let code = UInt8(exactly: key.keycode.rawValue) else { return }
        Unmanaged<CECInbox>.fromOpaque(context).takeUnretainedValue().post(
            .key(userControl: code, milliseconds: key.duration, time: MonotonicClock().now))
    }

    private static let alerted: @convention(c) (UnsafeMutableRawPointer?, libcec_alert, libcec_parameter) -> Void = {
        context, alert, _ in
        guard let context, alert == CEC_ALERT_CONNECTION_LOST else { return }
        Unmanaged<CECInbox>.fromOpaque(context).takeUnretainedValue().post(.connectionLost)
    }
}
