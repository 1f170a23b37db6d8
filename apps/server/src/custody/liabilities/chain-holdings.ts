import type { CustodyView } from "../chain/chain-port.ts";

/**
 * What lies on chains in the exchange's own addresses, in units of each asset, rounded down: what was read there, not what the
 * books say that there should be. More than the exchange can count is as much as it can.
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
