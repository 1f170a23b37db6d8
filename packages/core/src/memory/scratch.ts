/**
 * Marks an object that is reused between commands, so that no command allocates one: a ticket, a planned fill, a match.
 * Nothing outside a command may depend on its contents. A user sets every field before reading any, within one call that
 * nothing interrupts, so two exchanges in one process can share it.
 *
 * Only constants marked this way may change. All other mutable state is in ExchangeState.
 */
export function scratch<T extends object>(object: T): T {
  return object;
}

/** Value of a scratch object's reference between commands: it must not keep the state of an exchange alive. */
export const RELEASED = undefined as never;
