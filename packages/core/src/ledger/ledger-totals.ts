import { WALLETS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Ledger } from "./ledger.ts";
import { SYSTEM_ACCOUNTS } from "./system-accounts.ts";

/** Visits every user account with a balance, by user, wallet, asset. */
export function forEachAccount(
  ledger: Ledger,
  visit: (account: number, userId: number, wallet: number, assetId: number) => void,
): void {
  ledger.users.forEach((userId) => {
    for (let wallet = 0; wallet < WALLETS.length; wallet++) {
      for (let assetId = 0; assetId < LIMITS.maxAssets; assetId++) {
        const account = ledger.account(userId, wallet, assetId);
        if (ledger.total(account) !== 0) visit(account, userId, wallet, assetId);
      }
    }
  });
}

/** The sum over all accounts of the asset, including the exchange's own. Anything but zero means the books are broken. */
export function sumOf(ledger: Ledger, assetId: number): bigint {
  let sum = systemSum(ledger, assetId);
  ledger.users.forEach((userId) => {
    for (let wallet = 0; wallet < WALLETS.length; wallet++)
      sum += BigInt(ledger.total(ledger.account(userId, wallet, assetId)));
  });
  ledger.marginAssets.forEach((coins, margin) => {
    coins.forEach((coin, side) => {
      if (coin === assetId) sum += BigInt(ledger.total(ledger.marginAccount(margin, side === 1, coin)));
    });
  });
  return sum;
}

/** The sum over the exchange's own accounts of the asset: the users' total with the opposite sign. */
export function systemSum(ledger: Ledger, assetId: number): bigint {
  let sum = 0n;
  for (const name of SYSTEM_ACCOUNTS) sum += BigInt(ledger.systemBalance(name, assetId));
  return sum;
}
