/**
 * Marks an object that is kept between commands to avoid an allocation per command: a ticket, a planned fill, a match.
 * Nothing outside a command may depend on it. Its user sets all fields before reading any, within one uninterrupted
 * call, so two exchanges in one process can share it.
 *
 * Only marked module constants may be changed; all other mutable data is in ExchangeState.
 */
export function scratch<T extends object>(object: T): T {
  return object;
}
