/** Returns an order or transfer number without surrounding characters; undefined if there is none. */
export function numberIn(text: string): string | undefined {
  const number = text.trim().replace(/^(#|№)\s*/, "");
  const looksLikeOne =
    /^\d{1,16}$/.test(number) ||
    (/^(?=.*\d)[\w-]{1,40}$/.test(number) && (number.includes("-") || number.length > 11));
  return looksLikeOne ? number : undefined;
}
