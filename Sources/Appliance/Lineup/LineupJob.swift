import Guide

/// Lists that were read and are to become the lineup: the work that takes its time, done on any thread.
struct LineupJob: Sendable {
    /// The lists as they are now.
    let list: ChannelList
    /// Why one of them is as it was before, in words for people; nil: all could be read.
    let trouble: String?
    let recipe: LineupRecipe
    /// The entries before, where they were read and kept since the start: the same ones need be neither numbered nor
    /// kept once more.
    let kept: [ChannelEntry]?
    /// Tells whether anything of the recipe has changed since.
    let revision: Int

    /// What came of a job.
    struct Outcome: Sendable {
        let job: LineupJob
        /// Nil: the entries are as they were.
        let made: MadeLineup?
        /// The guides that the lists name.
        let guides: [GuideSource]
        let notes: ListNotes
    }

    func run() -> Outcome {
        let made = kept == list.entries ? nil : recipe.make(renewsGuests: true)
        return Outcome(
            job: self, made: made, guides: GuideSource.named(in: list),
            notes: ListNotes(list, lineup: made?.lineup ?? recipe.previous, numbering: recipe.numbering))
    }
}
