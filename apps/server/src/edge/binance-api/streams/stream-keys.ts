import type { Identity } from "../../../people/identity/identity-service.ts";
import { isBlocked } from "../../../people/identity/is-blocked.ts";
import type { HeldKey, ListenKeys } from "./listen-keys.ts";

/** Tells who may receive the events of a user data stream. */
export interface StreamKeyPort {
  /**
   * Makes the answer about a listen key current, where it is a copy.
   * @returns `undefined` if it is; otherwise it is in the turn of the event loop in which the promise resolves
   */
  refresh?(listenKey: string): Promise<void> | undefined;
  /** Returns the owner of a listen key; `undefined` if nobody may receive events by it now. */
  find(listenKey: string): HeldKey | undefined;
  /** Adds a listener for users some of whose listen keys may have ended. Returns a function that removes it. */
  onDoubt(listener: (userId: number) => void): () => void;
}

/** Answers from the memory of the server's own thread. */
export function ownStreamKeys(
  identity: Pick<Identity, "user" | "onApiKeysEnded">,
  listenKeys: Pick<ListenKeys, "find">,
): StreamKeyPort {
  return {
    find: (listenKey) => {
      const key = listenKeys.find(listenKey);
      const user = key === undefined ? undefined : identity.user(key.userId);
      if (user === undefined || isBlocked(user)) return undefined;
      return user.apiKeys.some(({ apiKeyId }) => apiKeyId === key?.apiKeyId) ? key : undefined;
    },
    onDoubt: (listener) => identity.onApiKeysEnded(({ userId }) => listener(userId)),
  };
}
