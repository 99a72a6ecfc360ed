/// The options that only a box without devices has.
struct HeadlessOptions: Sendable {
    var record: String?
    var recordSound: String?
    var composes = true
}
