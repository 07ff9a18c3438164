package import ChartText

extension Session {
    /// The locale of its texts.
    package var chartLocale: ChartLocale {
        locale == Session.standardLocale ? .standard : ChartLocale.of(tag: locale) ?? .standard
    }
}
