/// Something that says words aloud, beside the television's own sound.
package protocol Speaker: Sendable {
    /// Says a text; what is being said stops. Returns at once.
    ///
    /// - Parameter language: of the text (BCP 47)
    func say(_ text: String, in language: String)
    /// Stops what is being said.
    func hush()
}
