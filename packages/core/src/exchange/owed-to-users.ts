import { add } from "@candor/money/integer";
import { forEachAccount, systemSum } from "../ledger/ledger-totals.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { escrowOf } from "../state/timed-option/open-option.ts";

/**
 * Returns what the exchange owes each open account, by user and in asset id order, in smallest units:
 *
 * - all wallets including their frozen parts: orders, position margins, open withdrawals;
 * - margin accounts in full. Loans are not subtracted: the borrowed coins are in the account, a debt in one coin is not
 *   a coin of another, and a claim on a borrower cannot pay a withdrawal;
 * - for open timed options the maximum payout, which is in escrow;
 * - for running machines the unpaid output, which is locked in the reserve.
 *
 * Unrealized profit of open positions is not yet a debt: over both sides of a contract it adds up to the clearing
 * account's balance. Throws when the total differs from what the exchange's own accounts imply, because then the books
 * are broken.
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
    if (own === undefined) throw new Error(`user ${userId} is owed ${units} but has no account`);
    own[assetId] = add(own[assetId] as number, units);
  };
  const { ledger, leverage, mining, options } = state;
  forEachAccount(ledger, (account, userId, _wallet, assetId) => owe(userId, assetId, ledger.total(account)));
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

/**
 * For every asset: owed to users = all own accounts with the opposite sign + option escrow + amounts locked by
 * machines.
 */
function checkBooks(
  { assets, ledger, mining }: ExchangeState,
  owed: ReadonlyMap<number, readonly number[]>,
): void {
  for (const { id, spec } of assets) {
    let difference =
      systemSum(ledger, id) - BigInt(ledger.systemBalance("option-escrow", id) + mining.lockedUnits(id));
    for (const units of owed.values()) difference += BigInt(units[id] as number);
    if (difference !== 0n)
      throw new Error(`users are owed ${difference} units of ${spec.symbol} more than booked`);
  }
}
