/** Work that a logout waits for while the session still exists, for a short time. Must not reject. */
export const beforeLogOut = new Set<() => Promise<unknown>>();
