/** Returns the initials of a name or of an address before the @, in the locale's upper case. */
export function initials(fullName: string, locale: string): string {
  const name = fullName.split("@")[0] ?? "";
  const words = name.split(/[\s._*-]+/).filter((word) => word !== "");
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ""}${words[1]?.[0] ?? ""}` : name.slice(0, 2);
  return letters.toLocaleUpperCase(locale);
}
