import type { AssetSolvency } from "@candor/domain/engine-port";
import type { Hex } from "../../kit/hex.ts";
import type { ChainLedger } from "./chain-ledger.ts";
import type { CustodyView } from "./chain-port.ts";
import { type ChainAsset, type ChainSpec, weiOf } from "./chain-spec.ts";
import type { EvmChain } from "./evm-chain.ts";
import type { WatchState } from "./watch-state.ts";

/** Number of balances requested in parallel. */
const BALANCES_AT_ONCE = 32;

export interface CustodyParts {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly ledger: ChainLedger;
  readonly state: WatchState;
  readonly hotWallet: Hex;
  /** Paid on the chain but not yet in the exchange's journal, in wei, by asset. */
  readonly paidAhead: ReadonlyMap<number, bigint>;
  readonly solvency: readonly AssetSolvency[];
}

/**
 * Compares actual with expected holdings. The platform's money is what it sent to the custody minus the gas that the
 * custody spent: user funds never pay for gas.
 */
export async function custodyOf(parts: CustodyParts): Promise<readonly CustodyView[]> {
  const credited = creditedWei(parts);
  const views: CustodyView[] = [];
  for (const asset of parts.spec.assets) views.push(await viewOf(parts, asset, credited));
  return views;
}

async function viewOf(
  parts: CustodyParts,
  asset: ChainAsset,
  credited: ReadonlyMap<number, bigint>,
): Promise<CustodyView> {
  const { spec, ledger, hotWallet, solvency, paidAhead } = parts;
  const { assetId, symbol, chainDecimals } = asset;
  const owed = solvency.find((each) => each.assetId === assetId);
  const totals = ledger.totals(assetId);
  const hot = await balanceOf(parts, asset, hotWallet);
  const deposits = await sumOfDeposits(parts, asset);
  const ahead = paidAhead.get(assetId) ?? 0n;
  // The outside-world account is negative by the amount users have deposited.
  const outsideWorld = -weiOf(asset, owed?.outsideWorldUnits ?? 0) - ahead;
  const uncredited = totals.deposited - (credited.get(assetId) ?? 0n);
  const platform = totals.refilled - totals.gas;
  return {
    chain: spec.chain,
    assetId,
    symbol,
    chainDecimals,
    hotWallet: String(hot),
    depositAddresses: String(deposits),
    outsideWorld: String(outsideWorld),
    uncredited: String(uncredited),
    platform: String(platform),
    difference: String(hot + deposits - outsideWorld - uncredited - platform),
    liabilities: String(weiOf(asset, owed?.usersUnits ?? 0)),
  };
}

function creditedWei({ spec, state }: CustodyParts): ReadonlyMap<number, bigint> {
  const credited = new Map<number, bigint>();
  for (const { assetId, amount } of state.credited(spec.chainIndex)) {
    const asset = spec.assets.find((each) => each.assetId === assetId);
    if (asset === undefined) continue;
    const whole = BigInt(amount) - (BigInt(amount) % asset.weiPerUnit);
    credited.set(assetId, (credited.get(assetId) ?? 0n) + whole);
  }
  return credited;
}

/** Queries every address that should hold a balance. */
async function sumOfDeposits(parts: CustodyParts, asset: ChainAsset): Promise<bigint> {
  const addresses = [...parts.ledger.holdings(asset.assetId).keys()].filter(
    (address) => address !== parts.hotWallet,
  );
  let sum = 0n;
  for (let at = 0; at < addresses.length; at += BALANCES_AT_ONCE) {
    const some = addresses.slice(at, at + BALANCES_AT_ONCE);
    for (const balance of await Promise.all(some.map((address) => balanceOf(parts, asset, address))))
      sum += balance;
  }
  return sum;
}

/** Read at the last read block, so that all figures are from the same moment. */
function balanceOf({ chain, ledger }: CustodyParts, { token }: ChainAsset, address: Hex): Promise<bigint> {
  const at = ledger.cursor?.number;
  return token === null ? chain.balance(address, at) : chain.tokenBalance(token, address, at);
}
