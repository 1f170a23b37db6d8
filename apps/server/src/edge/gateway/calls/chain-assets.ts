import type { Units } from "@candor/money/brand";
import { formatDecimal } from "@candor/money/decimal";
import { type Rejected, rejectFields } from "@candor/wire/rejection";
import type { ChainAssetView, ChainView } from "../../../custody/chain/chain-port.ts";
import type { Funding } from "../../../custody/wallet-movements/funding.ts";
import type { ListedAsset, Listings } from "../../../market/market-data/listings.ts";

/** An asset on a chain. */
export interface ChainAsset {
  readonly chain: ChainView;
  readonly onChain: ChainAssetView;
  readonly listed: ListedAsset;
  /** Of a withdrawal that is asked for now. */
  readonly feeUnits: Units;
  readonly write: (units: number) => string;
}

type OnChains = Pick<Funding, "chains" | "fees">;

/** Every asset on every chain, narrowed by the caller; what is not there is an empty list. */
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

/** One of them that money is to be moved in: else a parameter error. */
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

/** Decimals in which an amount can be told both here and on the chain. */
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
