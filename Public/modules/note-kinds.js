/** What a person calls the kinds of notes, in English. */
export const noteKinds = {
  line: "Line", horizontalLine: "Horizontal line", verticalLine: "Vertical line", box: "Box", xBand: "Upright band", yBand: "Level band",
  text: "Text", marker: "Marker", measure: "Measurement", levels: "Levels",
};
