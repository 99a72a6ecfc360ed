import Devices

/// A box under test with the hands, eyes and ears around it: board U, board Q or a real board.
///
/// A property that is nil is missing on this bench; a scenario states what it needs (`Scenario.needs`).
package struct Bench {
    /// The bench's name: `u`, `q`, or a bench file's name.
    package var name: String
    /// Whether its clock is simulated: then nothing there is ever late, and figures can be asserted exactly.
    package var isSimulated: Bool
    package var box: any BoxControl
    package var eyes: (any Eyes)?
    package var ears: (any Ears)?
    package var hands: [any Hand]
    /// The other devices on the HDMI-CEC bus: a TV, perhaps an AVR.
    package var bus: (any CECNeighbours)?
    /// What is plugged into the box.
    package var wire: (any PluggedSource)?
    /// The faults that can be made here.
    package var faults: [any Fault]
    /// The origin's address as the box reaches it, `http://127.0.0.1:40123`; nil where the box brings its own
    /// channels.
    package var origin: String?
    /// The objects that must live as long as the bench: an origin, an emulator.
    private let keeps: [AnyObject]

    package init(
        name: String, isSimulated: Bool, box: any BoxControl, eyes: (any Eyes)? = nil, ears: (any Ears)? = nil,
        hands: [any Hand] = [], bus: (any CECNeighbours)? = nil, wire: (any PluggedSource)? = nil,
        faults: [any Fault] = [], origin: String? = nil,
        keeps: [AnyObject] = []
    ) {
        self.name = name
        self.isSimulated = isSimulated
        self.box = box
        self.eyes = eyes
        self.ears = ears
        self.hands = hands
        self.bus = bus
        self.wire = wire
        self.faults = faults
        self.origin = origin
        self.keeps = keeps
    }

    package func hand(_ kind: HandKind) -> (any Hand)? { hands.first { $0.kind == kind } }

    package func fault(_ kind: FaultKind) -> (any Fault)? { faults.first { $0.kind == kind } }

    package var has: Set<Capability> {
        var has: Set<Capability> = []
        if let eyes { has.formUnion(eyes.seesEveryFrame ? [.eyes, .everyFrame] : [.eyes]) }
        if ears != nil { has.insert(.ears) }
        if bus != nil { has.insert(.bus) }
        if wire != nil { has.insert(.wire) }
        if isSimulated { has.insert(.simulatedTime) }
        has.formUnion(hands.map { .hand($0.kind) })
        has.formUnion(faults.map { .fault($0.kind) })
        return has
    }
}

/// A part that a scenario can need of a bench.
package enum Capability: Hashable, Sendable {
    case eyes, everyFrame, ears, bus, wire, simulatedTime
    case hand(HandKind)
    case fault(FaultKind)
}
