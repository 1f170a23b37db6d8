/** As somebody would write it: 1.5, not 1.500000. */
export const trimmedDecimal = (text: string): string =>
  text.includes(".") ? text.replace(/\.?0+$/, "") : text;
