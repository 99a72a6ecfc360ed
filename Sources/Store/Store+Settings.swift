import Foundation
import GRDB
import MediaCore

extension Store {
    private enum Setting: String, Sendable {
        case lastChannel, previousChannel, chosenChannel, volume, isMuted, shownAt, overscan, isNight
        case look, captions, corner, phones, casts, renderer, queue
        /// Where older versions kept the passcode, and that it is not there any more.
        case passcode, passcodeLength, wrongCodes, passcodeMoved
    }

    /// The state to come back to after a restart.
    package struct LastState: Hashable, Sendable {
        package var channel: String?
        /// The channel to which Last leads.
        package var previousChannel: String?
        /// The volume, 0–100; nil on a new box.
        package var volume: Int?
        package var isMuted = false
        /// Whether quiet and loud sound are brought nearer to each other.
        package var isNight = false
        package var overscan = Overscan.none

        package init() {}
    }

    package func lastState() async throws(StoreError) -> LastState {
        try await read { database in
            var state = LastState()
            state.channel = try Self.value(.lastChannel, database)
            state.previousChannel = try Self.value(.previousChannel, database)
            state.volume = try Self.value(.volume, database).flatMap { Int($0) }.map { min(max($0, 0), 100) }
            state.isMuted = try Self.value(.isMuted, database) == "1"
            state.isNight = try Self.value(.isNight, database) == "1"
            state.overscan = Overscan(percent: try Self.value(.overscan, database).flatMap { Int($0) } ?? 0)
            // A flip was begun, and its channel never seen.
            if let chosen = try Self.value(.chosenChannel, database), chosen != state.channel {
                state.previousChannel = state.channel ?? state.previousChannel
                state.channel = chosen
            }
            return state
        }
    }

    /// Stores the channel; the one before becomes the previous channel.
    package func setLastChannel(_ channel: String) async throws(StoreError) {
        try await write { database in
            let before = try Self.value(.lastChannel, database)
            if try Self.value(.chosenChannel, database) == channel { try Self.set(.chosenChannel, nil, database) }
            guard before != channel else { return }
            try Self.set(.previousChannel, before, database)
            try Self.set(.lastChannel, channel, database)
        }
    }

    /// Stores the channel that the viewer chose and has not seen yet: it is the one to come back to.
    package func setChosenChannel(_ channel: String) async throws(StoreError) {
        try await write { try Self.set(.chosenChannel, channel, $0) }
    }

    package func setVolume(_ volume: Int, isMuted: Bool) async throws(StoreError) {
        try await write { try Self.write(volume: volume, isMuted: isMuted, $0) }
    }

    package func setNight(_ isOn: Bool) async throws(StoreError) {
        try await write { try Self.set(.isNight, isOn ? "1" : nil, $0) }
    }

    package func setOverscan(_ overscan: Overscan) async throws(StoreError) {
        try await write { try Self.set(.overscan, String(overscan.percent), $0) }
    }

    /// What viewers chose of how things look, the phones that are paired, the devices that may send something, and the name
    /// by which these know the box, and what plays after what, in the words of who knows them.
    package enum Preference: Sendable, CaseIterable {
        case look, captions, corner, phones, casts, renderer, queue
    }

    /// What was chosen; nil: nothing.
    package func preference(_ preference: Preference) async throws(StoreError) -> String? {
        try await read { try Self.value(Self.setting(preference), $0) }
    }

    /// Stores what was chosen; nil: nothing.
    package func setPreference(_ preference: Preference, to text: String?) async throws(StoreError) {
        try await write { try Self.set(Self.setting(preference), text, $0) }
    }

    private static func setting(_ preference: Preference) -> Setting {
        switch preference {
        case .look: .look
        case .captions: .captions
        case .corner: .corner
        case .phones: .phones
        case .casts: .casts
        case .renderer: .renderer
        case .queue: .queue
        }
    }

    static func write(volume: Int, isMuted: Bool, _ database: Database) throws {
        try set(.volume, String(min(max(volume, 0), 100)), database)
        try set(.isMuted, isMuted ? "1" : "0", database)
    }

    // MARK: CEC

    /// Where the TV showed the box when that was last known; nil: it did not, or the machine has been started anew since.
    ///
    /// - Parameter boot: tells one start of the machine from another
    package func shownAt(boot: String) async throws(StoreError) -> UInt16? {
        try await read { database in
            let parts = try Self.value(.shownAt, database)?.split(separator: " ") ?? []
            return parts.count == 2 && parts[1] == boot ? UInt16(parts[0], radix: 16) : nil
        }
    }

    package func setShownAt(_ address: UInt16?, boot: String) async throws(StoreError) {
        try await write { try Self.set(.shownAt, address.map { "\(String($0, radix: 16)) \(boot)" }, $0) }
    }

    // MARK: Passcode as it was kept here once

    /// Gives out the passcode that an older version kept in the database, and forgets it there.
    ///
    /// - Parameter take: keeps it elsewhere; if it throws, nothing is forgotten
    /// - Returns: whether it was given out: not where it was before
    static func movePasscode(
        _ database: Database, to take: (PasscodeFile.Content) throws -> Void
    ) throws -> Bool {
        guard try value(.passcodeMoved, database) == nil else { return false }
        try take(
            PasscodeFile.Content(
                hash: try value(.passcode, database), digits: try value(.passcodeLength, database).flatMap { Int($0) },
                wrongCodes: try value(.wrongCodes, database).flatMap { Int($0) }.map { max($0, 0) } ?? 0))
        try forgetPasscode(database)
        return true
    }

    /// Removes what an older version kept of a passcode, for good: from now on the passcode's file alone says whether there
    /// is one.
    static func forgetPasscode(_ database: Database) throws {
        for setting in [Setting.passcode, .passcodeLength, .wrongCodes] { try set(setting, nil, database) }
        try set(.passcodeMoved, "1", database)
    }

    // MARK: The table

    private static func value(_ setting: Setting, _ database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT value FROM setting WHERE key = ?", arguments: [setting.rawValue])
    }

    private static func set(_ setting: Setting, _ value: String?, _ database: Database) throws {
        if let value {
            try database.execute(
                sql: "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", arguments: [setting.rawValue, value])
        } else {
            try database.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [setting.rawValue])
        }
    }
}
