import { StoreLossError } from "../../../engine/home/store-loss-error.ts";
import type { IdentityContext } from "../identity-context.ts";
import { leaveOutLostUsers } from "./leave-out-lost-users.ts";
import { resendToExchange } from "./open-exchange-account.ts";

export interface RestartedExchange {
  /** Losses that operators accepted since the last start. */
  readonly accepted: { readonly identity: boolean; readonly exchange: boolean };
  /** Of the database; undefined if the home is the only copy. */
  readonly incarnation: string | undefined;
}

/**
 * Reconciles identity and exchange on who has an account, so that no number is assigned twice. An account above
 * identity's last issued number means that identity lost people; a user unknown to the exchange means that the exchange
 * lost history. Throws StoreLossError unless that loss was accepted: then numbers are skipped, or accounts are reopened
 * empty.
 */
export async function reconcileAccounts(
  context: IdentityContext,
  newestAccount: number,
  { accepted, incarnation }: RestartedExchange,
): Promise<void> {
  const { store } = context;
  const { nextUserId } = store.state;
  if (newestAccount >= nextUserId) {
    if (!accepted.identity)
      throw new StoreLossError({
        store: "identity",
        problem: `it would assign number ${nextUserId} to the next user, but the exchange has accounts up to ${newestAccount}`,
      });
    await store.commit({ type: "ids-left-out", nextUserId: newestAccount + 1 });
  }
  const forgotten = [...store.state.allUsers()].filter(
    ({ userId, accountOpened }) => accountOpened && userId > newestAccount,
  );
  if (forgotten.length > 0 && !accepted.exchange)
    throw new StoreLossError({
      store: "exchange",
      problem: `it has accounts up to ${newestAccount}, but identity opened ${forgotten.length} above that`,
    });
  for (const user of forgotten) await resendToExchange(context, user);
  await leaveOutLostUsers(context, incarnation);
}
