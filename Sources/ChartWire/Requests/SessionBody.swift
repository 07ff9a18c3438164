/// The body of `POST /v1/sessions`.
public struct SessionBody: Decodable, Sendable {
    /// The surfaces, in order.
    public var surfaces: [SurfaceBody]
    /// The axes whose ranges move together.
    public var links: [LinkBody]?
    /// The IANA name of the session's time zone.
    public var timeZone: String?
    /// The number of idle milliseconds after which the session expires.
    public var idleTimeout: Double?
    /// The BCP 47 tag of the language of its texts.
    public var locale: String?
    /// Data of the client.
    public var meta: JSONValue?
}

/// The body of `PATCH /v1/sessions/{id}`.
public struct SessionPatchBody: Decodable, Sendable {
    /// All links of the session; existing ones keep their offsets.
    public var links: [LinkBody]?
    /// The BCP 47 tag of the language of its texts.
    public var locale: String?
}

/// Axes whose ranges move together.
public struct LinkBody: Decodable, Sendable {
    /// The axes, each as `surface/axis`.
    public var axes: [String]
    /// `same`, `offset` or `proportional`.
    public var kind: String
}

/// A surface as a client specifies it.
public struct SurfaceBody: Decodable, Sendable {
    /// The surface's name.
    public var id: String?
    /// The plot area in points.
    public var size: SizeBody?
    /// The dataset that it shows.
    public var dataset: String?
    /// Its x axes.
    public var xAxes: [AxisBody]?
    /// Its y axes.
    public var yAxes: [AxisBody]?
    /// Its series.
    public var series: [JSONObject]?
    /// Its modifiers, instead of the default ones.
    public var modifiers: [ModifierBody]?
    /// Its thresholds: `profile`, and single thresholds by name.
    public var gestures: JSONObject?
    /// How the server counts and sends its rows.
    public var window: JSONObject?
    /// The title for people.
    public var title: String?
    /// What it shows, in sentences for people.
    public var description: String?
}

/// The body of `PATCH …/surfaces/{sid}`.
public struct SurfacePatchBody: Decodable, Sendable {
    /// The plot area in points.
    public var size: SizeBody?
    /// The dataset to show.
    public var dataset: String?
    /// All its x axes; those with existing ids keep their state.
    public var xAxes: [AxisBody]?
    /// All its y axes; those with existing ids keep their state.
    public var yAxes: [AxisBody]?
    /// How the server counts and sends its rows.
    public var window: JSONObject?
    /// The series to change, by their ids; or all its series, if one of them has a `y`.
    public var series: [JSONObject]?
    /// The title for people; null for none.
    public var title: Nullable<String>?
    /// What it shows, in sentences for people; null for none.
    public var description: Nullable<String>?
}

/// A plot area.
public struct SizeBody: Decodable, Sendable {
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
}
