/**
 * Marks an object that is kept between commands so that none has to be made for each: a ticket, a planned fill, a match.
 * Nothing outside a command may depend on it. Whoever uses it sets all of it before reading any of it, within one call
 * that nothing else interrupts; two exchanges of one process may share it therefore.
 *
 * A constant of a module may be changed only if it is marked so; everything else that changes is in ExchangeState.
 */
export function scratch<T extends object>(object: T): T {
  return object;
}
