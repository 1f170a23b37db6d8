/** Where the auditor keeps the money of a user's margin account of a market. */
export type LeverWallet = `lever/${number}`;

export function leverWallet(marketId: number): LeverWallet {
  return `lever/${marketId}`;
}
