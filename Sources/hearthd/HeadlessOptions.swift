/// What only a box without devices is asked for.
struct HeadlessOptions: Sendable {
    var record: String?
    var recordSound: String?
    var composes = true
}
