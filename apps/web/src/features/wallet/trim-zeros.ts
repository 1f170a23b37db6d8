/** "12.500000" → "12.5", as one would type it. */
export const trimZeros = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
