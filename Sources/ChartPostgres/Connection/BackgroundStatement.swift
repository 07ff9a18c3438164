/// The statements that a node runs by itself at intervals, even without requests.
///
/// Their work has to grow with what they find and never with the sessions that rest. Each is named as its prepared
/// statement is. Two tests hold them to that: one runs each of them over a million rows, and one runs a node without
/// requests, which may send no statement that is not here.
enum BackgroundStatement: String, CaseIterable {
    case overdue, counts, revisions, session, use, clear, purge, bytes
    case backlog = "purge_backlog"
    case wanted, unwatch, rewatch
    case keyChanges = "key_changes"
    case datasetVersions = "dataset_versions"
    case datasetScattered = "dataset_scattered"
    case datasetForget = "dataset_forget"
    case datasetForgetNotes = "dataset_forget_notes"
    case segmentUnnamed = "segment_unnamed"

    /// The text of the statement.
    var text: PostgresText {
        switch self {
        case .overdue: ReadStatements.overdue
        case .counts: ReadStatements.counts
        case .revisions: ReadStatements.revisions
        case .session: ReadStatements.session
        case .use: ReadStatements.noteUses
        case .clear: WriteStatements.clear
        case .purge: ReadStatements.purge
        case .backlog: ReadStatements.backlog
        case .bytes: ReadStatements.bytes
        case .wanted: PostgresHints.wanted
        case .unwatch: PostgresHints.unwatch
        case .rewatch: PostgresHints.rewatch
        case .keyChanges: KeyStatements.changes
        case .datasetVersions: CatalogStatements.versions
        case .datasetScattered: CatalogStatements.scattered
        case .datasetForget: CatalogStatements.forgetReplaced
        case .datasetForgetNotes: CatalogStatements.forgetNotes
        case .segmentUnnamed: CatalogStatements.takeUnnamed
        }
    }
}
