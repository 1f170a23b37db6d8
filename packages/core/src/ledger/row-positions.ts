import { COIN, CONTRACT, USER_SHIFT, WALLET_SHIFT } from "./account-number.ts";
import { HOME_ACCOUNTS } from "./user-table.ts";

/**
 * Wallet and asset bits of an account number. They determine the account's position in its user's row; FAR for accounts
 * stored elsewhere.
 */
const WALLET_AND_ASSET = (1 << USER_SHIFT) - 1;
export const FAR = -1;
const PLACES = new Int8Array(WALLET_AND_ASSET + 1).fill(FAR);
/** The accounts that trading uses most, for the assets listed first: one of the first three pays for every trade. */
const HOMES = [
  { wallet: COIN, asset: 0 },
  { wallet: CONTRACT, asset: 0 },
  { wallet: COIN, asset: 1 },
  { wallet: COIN, asset: 2 },
  { wallet: COIN, asset: 3 },
  { wallet: COIN, asset: 4 },
  { wallet: COIN, asset: 5 },
];
HOMES.forEach(({ wallet, asset }, index) => {
  PLACES[(wallet << WALLET_SHIFT) | asset] = HOME_ACCOUNTS + index * 2;
});

/** The account's position in its user's row, or FAR. */
export function homeOf(account: number): number {
  return PLACES[account & WALLET_AND_ASSET] as number;
}
