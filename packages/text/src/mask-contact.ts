/** `a***e@example.org`, `+49***67`. */
export function maskContact(contact: string): string {
  const at = contact.indexOf("@");
  const shown = Array.from(at < 0 ? contact : contact.slice(0, at));
  const start = shown.slice(0, at < 0 ? 3 : 1).join("");
  const end = shown.length > 3 ? shown.slice(at < 0 ? -2 : -1).join("") : "";
  return `${start}***${end}${at < 0 ? "" : contact.slice(at)}`;
}
