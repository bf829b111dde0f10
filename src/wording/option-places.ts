/** An option that speaks of all the others, such as "None of the above". */
export const allOrNone =
  /\b(?:all|none|any|both|neither) of (?:the (?:above|options|answers|choices|other)|these|them$|those$)/i;

/** Words that name an option by its place: "option B", "both A and C". */
export const otherOption =
  /\b(?:[Oo]ptions?|[Aa]nswers?|[Cc]hoices?) \(?(?:[A-H]|[1-8])\)?(?![\w-]|\.\d)|\b(?:[Bb]oth|[Ee]ither|[Nn]either) \(?[A-H]\)? (?:and|or|nor) \(?[A-H]\b|\b[Tt]he (?:option|answer|choice) (?:above|below)\b|\b[Tt]he (?:previous|preceding|next) (?:option|answer|choice)\b/;
