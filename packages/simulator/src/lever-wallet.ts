/** The auditor's name for the margin account of a user in a market. */
export type LeverWallet = `lever/${number}`;

export function leverWallet(marketId: number): LeverWallet {
  return `lever/${marketId}`;
}
