import type { AssetSolvency } from "@candor/domain/engine-port";
import type { Hex } from "../../kit/hex.ts";
import type { AssetTotals, ChainLedger } from "./chain-ledger.ts";
import type { CustodyView } from "./chain-port.ts";
import { type ChainAsset, type ChainSpec, weiOf } from "./chain-spec.ts";
import { ChainUnavailableError, type EvmChain } from "./evm-chain.ts";
import type { WatchState } from "./watch-state.ts";

/** Number of balances requested in parallel. */
const BALANCES_AT_ONCE = 32;
/** Attempts while blocks are removed from the chain during a reading. */
const TRIES = 3;

export interface CustodyParts {
  readonly spec: ChainSpec;
  readonly ledger: ChainLedger;
  readonly state: WatchState;
  readonly hotWallet: Hex;
  /** Paid on the chain but not yet in the exchange's journal, in wei, by asset. */
  readonly paidAhead: ReadonlyMap<number, bigint>;
  readonly solvency: readonly AssetSolvency[];
}

/** What was expected of every asset after one block. */
export interface CustodyMoment {
  readonly block: { readonly number: number; readonly hash: Hex };
  readonly assets: readonly ExpectedAsset[];
}

interface ExpectedAsset {
  readonly asset: ChainAsset;
  readonly totals: AssetTotals;
  /** Deposit addresses that should hold a balance. */
  readonly addresses: readonly Hex[];
  /** In wei. */
  readonly credited: bigint;
  readonly paidAhead: bigint;
  readonly owed: AssetSolvency | undefined;
}

/**
 * Copies what is expected now. Call it while nothing is credited, paid or read from the chain: otherwise the exchange and
 * the watcher may be at different moments, which looks like missing or surplus money. Throws ChainUnavailableError when no
 * block was read yet.
 */
export function custodyMoment(parts: CustodyParts): CustodyMoment {
  const { spec, ledger, hotWallet, paidAhead, solvency } = parts;
  const { cursor } = ledger;
  if (cursor === undefined) throw new ChainUnavailableError("no block was read yet");
  const credited = creditedWei(parts);
  return {
    block: { number: cursor.number, hash: cursor.hash },
    assets: spec.assets.map((asset) => ({
      asset,
      totals: { ...ledger.totals(asset.assetId) },
      addresses: [...ledger.holdings(asset.assetId).keys()].filter((address) => address !== hotWallet),
      credited: credited.get(asset.assetId) ?? 0n,
      paidAhead: paidAhead.get(asset.assetId) ?? 0n,
      owed: solvency.find((each) => each.assetId === asset.assetId),
    })),
  };
}

/**
 * Compares actual with expected holdings. The platform's money is what it sent to the custody minus the gas that the
 * custody spent: user funds never pay for gas. All balances are those after the moment's block; if the chain has removed
 * that block meanwhile, the reading is repeated. Rejects with ChainUnavailableError.
 */
export async function custodyOf(
  chain: EvmChain,
  { chain: name }: ChainSpec,
  hotWallet: Hex,
  momentNow: () => Promise<CustodyMoment>,
): Promise<readonly CustodyView[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { block, assets } = await momentNow();
    const views: CustodyView[] = [];
    for (const expected of assets) {
      const { asset, addresses } = expected;
      const [hot = 0n] = await balancesOf(chain, asset, [hotWallet], block.number);
      const held = await balancesOf(chain, asset, addresses, block.number);
      const deposits = held.reduce((sum, each) => sum + each, 0n);
      views.push(viewOf(name, expected, hot, deposits));
    }
    if ((await chain.blockHash(block.number)) === block.hash) return views;
  }
  throw new ChainUnavailableError("blocks were removed while the balances were read");
}

function viewOf(chain: string, expected: ExpectedAsset, hot: bigint, deposits: bigint): CustodyView {
  const { asset, totals, owed, credited, paidAhead } = expected;
  // The outside-world account is negative by the amount users have deposited.
  const outsideWorld = -weiOf(asset, owed?.outsideWorldUnits ?? 0) - paidAhead;
  const uncredited = totals.deposited - credited;
  const platform = totals.refilled - totals.gas;
  return {
    chain,
    assetId: asset.assetId,
    symbol: asset.symbol,
    chainDecimals: asset.chainDecimals,
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

/** Returns balances after a block, in wei, in the order of the addresses. */
async function balancesOf(
  chain: EvmChain,
  { token }: ChainAsset,
  addresses: readonly Hex[],
  blockNumber: number,
): Promise<readonly bigint[]> {
  const balances: bigint[] = [];
  for (let at = 0; at < addresses.length; at += BALANCES_AT_ONCE) {
    const some = addresses.slice(at, at + BALANCES_AT_ONCE);
    const found = some.map((address) =>
      token === null ? chain.balance(address, blockNumber) : chain.tokenBalance(token, address, blockNumber),
    );
    balances.push(...(await Promise.all(found)));
  }
  return balances;
}
