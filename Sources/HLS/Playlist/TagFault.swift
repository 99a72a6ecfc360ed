/// What is wrong with one tag.
enum TagFault: Error {
    /// The tag is left out in both modes, as the standard wants (§6.3.1).
    case ignored(PlaylistError.Reason)
    /// Refused in strict mode; in lenient mode the tag is left out.
    case refused(PlaylistError.Reason)
    /// Refused in both modes: playing on would be wrong or impossible.
    case fatal(PlaylistError.Reason)
}
