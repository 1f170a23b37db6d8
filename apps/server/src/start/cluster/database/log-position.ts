/** A position in PostgreSQL's write-ahead log, in bytes. */
export type LogPosition = bigint;

/** Reads PostgreSQL's form, such as `0/16B3748`. Throws for any other text. */
export function parseLogPosition(text: string): LogPosition {
  const parts = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (parts === null) throw new Error(`"${text}" is not a position in the write-ahead log`);
  return (BigInt(`0x${parts[1] as string}`) << 32n) | BigInt(`0x${parts[2] as string}`);
}
