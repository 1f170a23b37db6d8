import type { CustodyView } from "../chain/chain-port.ts";

/**
 * Returns the balance of the exchange's own addresses on chains, in units of each asset, rounded down: as read from the
 * chain, not from the books. Capped at the largest amount the exchange can represent.
 */
export function chainHoldings(
  custody: readonly CustodyView[],
  decimalsOf: (assetId: number) => number,
): ReadonlyMap<number, number> {
  const held = new Map<number, number>();
  for (const { assetId, chainDecimals, hotWallet, depositAddresses } of custody) {
    const wei = BigInt(hotWallet) + BigInt(depositAddresses);
    const units = Number(wei / 10n ** BigInt(chainDecimals - decimalsOf(assetId)));
    held.set(assetId, Math.min((held.get(assetId) ?? 0) + units, Number.MAX_SAFE_INTEGER));
  }
  return held;
}
