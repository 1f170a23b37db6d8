import { StoreLossError } from "../../engine/home/store-loss-error.ts";
import type { IdentityContext } from "./identity-context.ts";
import { retellExchange } from "./open-exchange-account.ts";

/** Which losses operators accepted since the last start. */
export interface AcceptedLosses {
  readonly identity: boolean;
  readonly exchange: boolean;
}

/**
 * Makes identity and exchange agree on who has an account, so that no number is given to two people. An account above
 * the last number that identity issued means that identity lost people; a user whom the exchange has forgotten means
 * that the exchange lost history. Throws StoreLossError unless that loss was accepted: then numbers are left out, or
 * accounts are opened again, empty.
 */
export async function agreeOnAccounts(
  context: IdentityContext,
  newestAccount: number,
  accepted: AcceptedLosses,
): Promise<void> {
  const { store } = context;
  const { nextUserId } = store.state;
  if (newestAccount >= nextUserId) {
    if (!accepted.identity)
      throw new StoreLossError({
        store: "identity",
        problem: `it would give the next user the number ${nextUserId}, and the exchange has accounts up to ${newestAccount}`,
      });
    await store.commit({ type: "ids-left-out", nextUserId: newestAccount + 1 });
  }
  const forgotten = [...store.state.allUsers()].filter(
    ({ userId, accountOpened }) => accountOpened && userId > newestAccount,
  );
  if (forgotten.length === 0) return;
  if (!accepted.exchange)
    throw new StoreLossError({
      store: "exchange",
      problem: `it has accounts up to ${newestAccount}, and identity had it open ${forgotten.length} above that`,
    });
  for (const user of forgotten) await retellExchange(context, user);
}
