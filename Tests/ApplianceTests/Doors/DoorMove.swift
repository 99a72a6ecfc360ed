import Devices

/// What somebody does at one of the box's doors, or what happens to it. Its description can be read back, so that a
/// sequence can be played again.
enum DoorMove: Hashable, Sendable, CustomStringConvertible {
    enum Hand: String, CaseIterable, Sendable { case remote, television, page }

    /// A key by its name in `linux/input-event-codes.h`, without `KEY_`.
    case key(Hand, String)
    /// Four digits: the passcode there is, or another.
    case code(Hand, isRight: Bool)
    /// The administrator's commands by the socket.
    case tune(Int)
    case play(String)
    case command(String)
    /// A program declares this address: the place in the queue, as `ItemsRequest` has it.
    case declare(String, String)
    /// A program has an entry of the queue played.
    case queueGo(Int)
    /// A device of the house sends, or somebody decides about it.
    case cast(String)
    /// A method of MPRIS's player, or a track that is gone to.
    case bus(String)
    case passcode(Order)
    /// A program asks whether this channel may be watched.
    case authorize(Int)
    case line(CECOrder)
    case plug(Bool)
    /// So many vblanks pass.
    case vblanks(Int)
    /// So many seconds pass at once.
    case seconds(Int)

    enum Order: String, CaseIterable, Sendable {
        case setByRoot, setByOldCode, setByWrongCode, clearByOldCode, clearByWrongCode, checkRight, checkWrong
        case setByPage, clearByPage
    }

    var description: String {
        switch self {
        case .key(let hand, let name): "\(hand) \(name)"
        case .code(let hand, let isRight): "\(hand) types a \(isRight ? "right" : "wrong") code"
        case .tune(let number): "tune \(number)"
        case .play(let url): "play \(url)"
        case .command(let text): "command \(text)"
        case .declare(let url, let place): "declare \(url) \(place)"
        case .queueGo(let entry): "queue go \(entry)"
        case .cast(let what): "cast \(what)"
        case .bus(let method): "bus \(method)"
        case .passcode(let order): "passcode \(order)"
        case .authorize(let number): "authorize \(number)"
        case .line(let order): "TV says \(order)"
        case .plug(let isConnected): isConnected ? "plugged in" : "unplugged"
        case .vblanks(let count): "\(count) vblanks"
        case .seconds(let count): "\(count) s"
        }
    }

    static let keys = [
        "CHANNELUP", "CHANNELDOWN", "LAST", "BACK", "OK", "UP", "DOWN", "LEFT", "RIGHT", "POWER", "PLAYPAUSE", "STOP",
        "INFO", "1", "2", "4", "MENU",
    ]
    static let addresses = [
        "http://origin/2.m3u8", "http://origin/2.m3u8?again", "http://ORIGIN:80/x/../4.m3u8", "https://origin/4.m3u8",
    ]
    static let commands = [
        "stop", "pause", "resume", "standby", "wake", "channel_up", "last_channel", "volume 40", "seek 60", "skip -10",
        "audio next", "back", "next", "previous", "reset_player", "pip_channel 2", "pip_channel 1", "pip_swap",
    ]
    static let methods = [
        "Next", "Previous", "Play", "PlayPause", "Stop", "Pause", "/io/hearth/channel/c2", "/io/hearth/channel/c4",
    ]
    static let casts =
        addresses.flatMap { ["play \($0)", "follow \($0)"] }
        + ["automatic", "automatic", "prompt", "once", "once", "always", "no", "stop", "pause", "seek"]
    static let orders: [CECOrder] = [.wake, .standBy, .pause, .resume, .mute, .unmute, .lock, .lock]

    /// A move by chance; what brings channels to the screen comes more often than what takes them away.
    static func random(using random: inout some RandomNumberGenerator) -> DoorMove {
        func one<Value>(of values: [Value], _ random: inout some RandomNumberGenerator) -> Value {
            values[Int.random(in: values.indices, using: &random)]
        }
        let hand = one(of: Hand.allCases, &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<20: return .key(hand, one(of: keys, &random))
        case ..<32: return .code(hand, isRight: true)
        case ..<36: return .code(hand, isRight: false)
        case ..<50: return .tune(Int.random(in: 1...4, using: &random))
        case ..<54: return .play(one(of: addresses, &random))
        case ..<60: return .command(one(of: commands, &random))
        case 60: return .declare(one(of: addresses, &random), one(of: ["now", "next", "last"], &random))
        case 61:
            return Bool.random(using: &random)
                ? .queueGo(Int.random(in: 1...3, using: &random)) : .bus(one(of: methods, &random))
        case 62: return .authorize(Int.random(in: 1...4, using: &random))
        case 74, 75: return .cast(one(of: casts, &random))
        case ..<66: return .passcode(one(of: Order.allCases, &random))
        case ..<72: return .line(one(of: orders, &random))
        case ..<76: return .plug(Bool.random(using: &random))
        case ..<92: return .vblanks(Int.random(in: 1...20, using: &random))
        default: return .seconds(one(of: [1, 2, 6, 25, 70], &random))
        }
    }
}
