import Foundation
import TestSupport

/// Sequences of moves by chance, and what comes of them.
enum DoorGame {
    static let sequences = ProcessInfo.processInfo.environment["HEARTH_GATE"].flatMap { Int($0) } ?? 12
    static let seed = ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap { UInt64($0) } ?? 15
    static let length = 24
    static let atOnce = 8

    /// The moves of a sequence: the same for the same seed.
    static func moves(_ seed: UInt64) -> [DoorMove] {
        var random = SplitMix(seed: seed)
        var moves: [DoorMove] = []
        while moves.count < length {
            let hand = DoorMove.Hand.allCases.randomElement(using: &random) ?? .remote
            let locked = Bool.random(using: &random) ? 2 : 4
            switch Int.random(in: 0..<24, using: &random) {
            // Most of what can go wrong does behind a code, or after too many wrong ones.
            case ..<3:
                let watched = Int.random(in: 2...20, using: &random)
                moves += [.tune(locked), .vblanks(20), .code(hand, isRight: true), .vblanks(watched)]
            case 3:
                moves += Array(repeating: .passcode(.checkWrong), count: 3)
                moves += [.tune(locked), .vblanks(20), .code(hand, isRight: true)]
            default: moves.append(DoorMove.random(using: &random))
            }
        }
        return moves
    }

    /// Plays moves at a box of their own.
    static func play(_ moves: [DoorMove]) async throws -> DoorRig.Record {
        let rig = try await DoorRig()
        for move in moves {
            await rig.play(move)
            if !rig.record.violations.isEmpty { break }
        }
        try await rig.stop()
        return rig.record
    }

    /// Leaves out of a sequence that fails whatever it fails without.
    static func shrunk(_ moves: [DoorMove]) async throws -> [DoorMove] {
        var (moves, size) = (moves, moves.count / 2)
        while size > 0 {
            var start = 0
            while start < moves.count {
                var fewer = moves
                fewer.removeSubrange(start..<min(start + size, moves.count))
                if try await !play(fewer).violations.isEmpty { moves = fewer } else { start += size }
            }
            size /= 2
        }
        return moves
    }
}

extension DoorRig.Record {
    mutating func add(_ other: DoorRig.Record) {
        violations += other.violations
        pictures += other.pictures
        sounds += other.sounds
        opened += other.opened
        throttled += other.throttled
    }
}
