/** The part of a logger that the chain modules use. */
export interface ChainLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
