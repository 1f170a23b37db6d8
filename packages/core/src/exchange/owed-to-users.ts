import { add } from "@candor/money/integer";
import type { ExchangeState } from "../state/exchange-state.ts";
import { escrowOf } from "../state/timed-option/open-option.ts";

/**
 * What the exchange owes each open account, by user and in the order of the assets' ids, in their smallest units:
 *
 * - all wallets with what is frozen in them: orders, margins of positions, withdrawals on their way;
 * - margin accounts in full. What was borrowed is not subtracted: it lies there as coins, a debt in one coin is no coin of
 *   another, and a claim on a borrower pays nobody who withdraws;
 * - of open timed options all that they can still pay, which is in escrow;
 * - of running machines the output that is not yet paid, which is locked in the reserve.
 *
 * Profit that open positions have not realized is no debt yet: over both sides of a contract it adds up to what the
 * clearing account holds. Together it is what the exchange's own accounts say of the users, or the books are broken (throws).
 */
export function owedToUsers(state: ExchangeState): ReadonlyMap<number, readonly number[]> {
  const owed = new Map<number, number[]>();
  state.users.forEach((userId) => {
    owed.set(
      userId,
      state.assets.map(() => 0),
    );
  });
  const owe = (userId: number, assetId: number, units: number): void => {
    const own = owed.get(userId);
    if (own === undefined) throw new Error(`user ${userId} is owed ${units} without an account`);
    own[assetId] = add(own[assetId] as number, units);
  };
  const { ledger, leverage, mining, options } = state;
  ledger.forEachAccount((account, userId, _wallet, assetId) => owe(userId, assetId, ledger.total(account)));
  for (const { userId, coins } of leverage.accounts)
    for (const coin of coins) owe(userId, ledger.assetOf(coin), ledger.total(coin));
  const { active } = options;
  if (active !== undefined)
    for (const option of options.open.values()) owe(option.userId, active.assetId, escrowOf(option));
  mining.forEach(({ userId, assetId, totalOutputUnits, claimedUnits }) =>
    owe(userId, assetId, totalOutputUnits - claimedUnits),
  );
  checkBooks(state, owed);
  return owed;
}

/** For every asset: owed to users = all own accounts with the other sign + escrow of options + locked by machines. */
function checkBooks(
  { assets, ledger, mining }: ExchangeState,
  owed: ReadonlyMap<number, readonly number[]>,
): void {
  for (const { id, spec } of assets) {
    let difference =
      ledger.systemSum(id) - BigInt(ledger.systemBalance("option-escrow", id) + mining.lockedUnits(id));
    for (const units of owed.values()) difference += BigInt(units[id] as number);
    if (difference !== 0n)
      throw new Error(`users are owed ${difference} units of ${spec.symbol} more than booked`);
  }
}
