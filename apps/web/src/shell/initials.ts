/** The first letters of a name, or of what stands before the @ of an address, for the round mark, as the language writes them large. */
export function initials(fullName: string, locale: string): string {
  const name = fullName.split("@")[0] ?? "";
  const words = name.split(/[\s._*-]+/).filter((word) => word !== "");
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ""}${words[1]?.[0] ?? ""}` : name.slice(0, 2);
  return letters.toLocaleUpperCase(locale);
}
