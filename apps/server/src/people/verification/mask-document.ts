/** Characters of a document's number that stay readable. */
const SHOWN_DIGITS = 2;

/** Masks a name as `M*** K***`: the first letter of each word. */
export function maskName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0] ?? ""}***`)
    .join(" ");
}

/** `***42` */
export function maskNumber(number: string): string {
  return `***${number.trim().slice(-SHOWN_DIGITS)}`;
}
