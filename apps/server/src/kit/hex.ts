/** Hexadecimal digits after `0x`. */
export type Hex = `0x${string}`;
