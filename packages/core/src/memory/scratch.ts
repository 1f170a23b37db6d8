/**
<<<<<<< d32ae6a39548af2e87c90c99a845c28416f2fdf8
 * Marks an object that is reused between commands, so that no command allocates one: a ticket, a planned fill, a match.
 * Nothing outside a command may depend on its contents. A user sets every field before reading any, within one call that
 * nothing interrupts, so two exchanges in one process can share it.
 *
 * Only constants marked this way may change. All other mutable state is in ExchangeState.
=======
 * Marks an object that is kept between commands to avoid an allocation per command: a ticket, a planned fill, a match.
 * Nothing outside a command may depend on it. Its user sets all fields before reading any, within one uninterrupted
 * call, so two exchanges in one process can share it.
 *
 * Only marked module constants may be changed; all other mutable data is in ExchangeState.
>>>>>>> ab08f33164b75cab3a3b33cdebbdf7a908e8a16e
 */
export function scratch<T extends object>(object: T): T {
  return object;
}
