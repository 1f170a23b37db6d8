import type { Units } from "@candor/money/brand";
import { formatDecimal } from "@candor/money/decimal";
import { type Rejected, rejectFields } from "@candor/wire/rejection";
import type { ChainAssetView, ChainView } from "../../../custody/chain/chain-port.ts";
import type { WalletMovements } from "../../../custody/wallet-movements/open-wallet-movements.ts";
import type { ListedAsset, Listings } from "../../../market/market-data/listings.ts";

/** An asset on a chain. */
export interface ChainAsset {
  readonly chain: ChainView;
  readonly onChain: ChainAssetView;
  readonly listed: ListedAsset;
  /** Current withdrawal fee. */
  readonly feeUnits: Units;
  readonly write: (units: number) => string;
}

type OnChains = Pick<WalletMovements, "chains" | "fees">;

/** Returns every asset on every chain, filtered by the caller's request; an unknown one gives an empty list. */
export function chainAssets(
  funding: OnChains,
  listings: Listings,
  symbol: string | undefined,
  chain: string | undefined,
): ChainAsset[] {
  const { chains } = funding;
  const only = chain === undefined ? undefined : chains.chain(chain);
  if (chain !== undefined && only === undefined) return [];
  return (only === undefined ? chains.chains : [only]).flatMap((view) =>
    view.assets
      .filter((asset) => symbol === undefined || asset.symbol === symbol)
      .map((asset) => describe(funding, view, asset, listings)),
  );
}

/** Returns the asset to move on a chain, or a parameter error if there is no such one. */
export function chainAsset(
  funding: OnChains,
  listings: Listings,
  symbol: string,
  chain: string,
): ChainAsset | Rejected {
  const view = funding.chains.chain(chain);
  if (view === undefined) return rejectFields("request.parameterError", { path: "chain", reason: "range" });
  const asset = view.assets.find((each) => each.symbol === symbol);
  if (asset === undefined) return rejectFields("request.parameterError", { path: "asset", reason: "range" });
  return describe(funding, view, asset, listings);
}

/** Returns the decimals that an amount may have both here and on the chain. */
export function sharedDecimals({ onChain, listed }: ChainAsset): number {
  return Math.min(listed.spec.scale, onChain.chainDecimals);
}

function describe(
  { fees }: OnChains,
  chain: ChainView,
  onChain: ChainAssetView,
  listings: Listings,
): ChainAsset {
  const listed = listings.asset(onChain.assetId);
  const { scale } = listed.spec;
  const feeUnits = fees(chain.chain, onChain, scale);
  return { chain, onChain, listed, feeUnits, write: (units) => formatDecimal(units, scale) };
}
