import ChartSeries

/// What a token of a session may do; a token has one of these rights, or several that add up.
///
/// The order of the cases is the order of texts and answers.
package enum TokenRight: String, Sendable, Hashable, CaseIterable {
    /// Reads, makes annotations, and changes those of its author.
    case annotate
    /// Reads.
    case look
    /// Reads and changes.
    case drive

    fileprivate var role: AccessRole {
        switch self {
        case .look: .viewer
        case .annotate: .annotator
        case .drive: .driver
        }
    }
}

/// A token that a session has beside its two, with rights of its own; the secret itself is stored nowhere.
package struct GrantedToken: Sendable, Hashable {
    /// The public part, which names the token in lists.
    package let id: String
    /// The SHA-256 of the secret.
    package let hash: [UInt8]
    /// What its holder may do; at least one right.
    package let rights: Set<TokenRight>
    /// Who its holder is for others; `nil` for the driver.
    package let author: String?
    /// From when on it is refused, in milliseconds since 1970; `nil` for a token that lasts as long as its session.
    package let expiresAt: Int64?

    /// Takes a stored token.
    package init(id: String, hash: [UInt8], rights: Set<TokenRight>, author: String?, expiresAt: Int64?) {
        (self.id, self.hash, self.rights) = (id, hash, rights)
        (self.author, self.expiresAt) = (author, expiresAt)
    }

    /// The most tokens that a session has beside its two.
    package static let mostOfSession = 256

    /// What its rights add up to.
    package var role: AccessRole { rights.map(\.role).max() ?? .viewer }

    /// Whether it still counts at a time in milliseconds since 1970.
    package func counts(at date: Int64) -> Bool { expiresAt.map { date < $0 } ?? true }

    /// The rights as a store keeps them: their names with blanks between.
    package var rightsText: String { Self.ordered(rights).map(\.rawValue).joined(separator: " ") }

    /// The rights in their order.
    package static func ordered(_ rights: Set<TokenRight>) -> [TokenRight] {
        TokenRight.allCases.filter { rights.contains($0) }
    }

    /// The checksum of its row in a store, where its session has a key.
    package func seal(session: Int64) -> Int64 {
        var seal = RowSeal()
        seal.add(session)
        seal.add(hash.span)
        seal.add(expiresAt == nil ? 0 : 1)
        seal.add(expiresAt ?? 0)
        seal.add(author == nil ? 0 : 1)
        for text in [id, rightsText, author ?? ""] { seal.add(Array(text.utf8).span) }
        return seal.value
    }

    /// Takes the columns of a row in a store; `nil` for an altered row, which gives no rights.
    package init?(
        id: String, hash: [UInt8], rights: String, author: String?, expiresAt: Int64?, session: Int64, seal: Int64
    ) {
        let words = rights.split(separator: " ").compactMap { TokenRight(rawValue: String($0)) }
        self.init(id: id, hash: hash, rights: Set(words), author: author, expiresAt: expiresAt)
        guard seal == self.seal(session: session), !words.isEmpty else { return nil }
    }
}
