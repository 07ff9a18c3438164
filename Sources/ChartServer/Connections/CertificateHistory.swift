/// Decides at each look whether the files hold another certificate; pure, without a file.
///
/// A pair that cannot be used is refused, and read again at each look until it can be: it may be half written.
struct CertificateHistory {
    /// What a look has found.
    enum Change {
        /// The files hold another certificate, which counts from now on.
        case taken(LoadedCertificate)
        /// The files hold what cannot be used, so that the last certificate still counts; told once for each content.
        case refused(any Error)
    }

    /// What the current certificate was loaded from.
    private var taken: CertificateContents
    /// What was refused last; nil once the files are sound.
    private var refused: CertificateContents?
    /// The stamps that the files had before the current certificate was read.
    private var stamps: CertificateStamps?

    /// Starts with what the current certificate was loaded from.
    init(taken: CertificateContents) {
        self.taken = taken
    }

    /// Looks at the files once.
    ///
    /// - Parameters:
    ///   - stamps: The stamps of the files, taken before they are read.
    ///   - read: Reads the files; called when the stamps are new or the last content was refused.
    /// - Returns: What has changed; nil for nothing.
    mutating func look(at stamps: CertificateStamps, read: () -> CertificateContents) -> Change? {
        guard stamps != self.stamps else { return nil }
        let contents = read()
        guard contents != taken else {
            settle(contents, stamps)
            return nil
        }
        guard contents != refused else { return nil }
        do {
            let certificate = try contents.loaded()
            settle(contents, stamps)
            return .taken(certificate)
        } catch {
            refused = contents
            self.stamps = nil
            return .refused(error)
        }
    }

    private mutating func settle(_ contents: CertificateContents, _ stamps: CertificateStamps) {
        taken = contents
        refused = nil
        self.stamps = stamps
    }
}
