import { LIMITS } from "@candor/domain/limits";

const { firstUserId, maxAssets, maxUsers } = LIMITS;

/** Indexes into the protocol's WALLETS. */
export const MAIN = 0;
export const COIN = 1;
export const CONTRACT = 2;
export const OPTION = 3;

/** An account number: user, 2 bits of wallet, 6 bits of asset. Canonical, unlike the page that stores the account. */
export const USER_SHIFT = 8;
export const WALLET_SHIFT = 6;
export const ASSET_MASK = maxAssets - 1;

/**
 * Account numbers from here on belong to margin accounts. Their user field holds the number of the margin account.
 * Their wallet field holds 0 for the base coin and 3 for the quote coin; no account in a user's row has these wallets.
 */
export const MARGIN_FROM = maxUsers << USER_SHIFT;
const QUOTE_WALLET = 3;

/** The account number of an open user. Wallet is an index into WALLETS. */
export function accountNumber(userId: number, wallet: number, assetId: number): number {
  return ((userId - firstUserId) << USER_SHIFT) | (wallet << WALLET_SHIFT) | assetId;
}

/** The account number of one coin of a margin account. */
export function marginNumber(margin: number, isQuote: boolean, assetId: number): number {
  return MARGIN_FROM + ((margin << USER_SHIFT) | ((isQuote ? QUOTE_WALLET : 0) << WALLET_SHIFT) | assetId);
}
