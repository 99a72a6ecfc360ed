import Commands
import ControlProtocol
import Devices
import RemoteKeymaps
import Screens

// What the control API and the screen ask of `RemoteLessons`.

extension LessonOrder {
    /// Reads a request, and refuses what makes no sense.
    init(_ request: LearnRequest, infrared: (any InfraredReceivers)?) throws {
        if let name = request.name, !KeymapOrder.isName(name) {
            throw ControlError(
                .badRequest, cause: "\"\(name.prefix(60))\" can't be a remote's name",
                nextStep: "use small letters, digits, - and _")
        }
        let receivers = infrared?.all() ?? []
        guard let receiver = request.receiver.map({ id in receivers.first { $0.id == id } }) ?? receivers.first else {
            throw ControlError(
                .notFound,
                cause: "there is no infrared receiver" + (request.receiver.map { " \($0.prefix(20))" } ?? ""),
                nextStep: receivers.isEmpty
                    ? "plug one in; 'ls /sys/class/rc' shows what the kernel has"
                    : "there are \(receivers.map(\.id).joined(separator: ", "))")
        }
        if let wrong = request.protocols?.first(where: { !InfraredProtocol.families.contains($0) }) {
            throw ControlError(
                .badRequest, cause: "no protocol is called \(wrong.prefix(60))",
                nextStep: "use \(InfraredProtocol.families.joined(separator: ", "))")
        }
        self.init(
            name: request.name ?? KeymapOrder.newName(besides: infrared?.kept() ?? []), receiver: receiver,
            families: request.protocols.map(Set.init))
        if let keys = request.keys, !keys.isEmpty { self.keys = try keys.map(Self.key) }
    }

    private static func key(_ text: String) throws -> KeyCode {
        guard let code = RemoteLearning.code(named: text) else {
            throw ControlError(
                .badRequest, cause: "no key is called \(text.prefix(60))",
                nextStep: "'hearthctl keys list' lists the keys")
        }
        return code
    }
}

extension RemoteLessonsEvent {
    init(_ deed: LessonRequest.Deed) {
        self =
            switch deed {
            case .skip: .skip
            case .back: .back
            case .stop: .stop
            case .cancel: .cancel
            }
    }

    init(_ deed: LearningDeed) {
        self =
            switch deed {
            case .skip: .skip
            case .back: .back
            case .stop: .stop
            }
    }
}
