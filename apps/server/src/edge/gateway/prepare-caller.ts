import type { CallerPort } from "./dispatcher-ports.ts";

/** What is awaited at most until a call is prepared: the caller, and the counts of a few limits. */
const MAX_PREPARATIONS = 8;

/**
 * Makes current what a gateway has as a copy: the caller, and the counts of limits.
 * @param prepareLimits as `CallLimits.prepare`, for the caller as known then
 * @returns `undefined` if all is current; otherwise false if that is impossible now, because another thread or a link has
 *   ended, and true if it is current in the turn of the event loop in which the promise resolves
 */
export function prepareCaller(
  identity: CallerPort,
  token: string | undefined,
  prepareLimits: () => Promise<unknown> | undefined,
): Promise<boolean> | undefined {
  // What an ended session was asked for again would be asked for forever.
  let asksAgain = token !== undefined;
  const next = (): Promise<unknown> | undefined => {
    const refreshing = token === undefined || !asksAgain ? undefined : identity.refresh?.(token);
    if (token === undefined || refreshing === undefined) return prepareLimits();
    return refreshing.then(() => (asksAgain = identity.session(token) !== undefined));
  };
  const first = next();
  return first === undefined ? undefined : prepared(first, next);
}

async function prepared(first: Promise<unknown>, next: () => Promise<unknown> | undefined): Promise<boolean> {
  try {
    let awaited: Promise<unknown> | undefined = first;
    for (let count = 0; awaited !== undefined; count++) {
      if (count === MAX_PREPARATIONS) return false;
      await awaited;
      awaited = next();
    }
    return true;
  } catch {
    return false;
  }
}
