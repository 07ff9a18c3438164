import ChartText
import HTTPTypes

extension HTTPFields {
    /// Tells the language of an answer, and that it depends on what the client accepts.
    mutating func tell(_ locale: ChartLocale) {
        append(HTTPField(name: .contentLanguage, value: locale.tag))
        append(HTTPField(name: .vary, value: "Accept-Language"))
    }
}
