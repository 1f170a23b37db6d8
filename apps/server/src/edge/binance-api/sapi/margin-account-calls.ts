import type { AccountView, LeverAccountView } from "@candor/domain/engine-port";
import { LIQUIDATION_LEVEL_E4, TRANSFER_LEVEL_E4 } from "@candor/formulas/leverage/margin-level";
import { formatDecimal } from "@candor/money/decimal";
import type { ListedAsset } from "../../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { leverIn, toWireLeverAccount } from "../../../market/wire-objects/lever-account.ts";
import { leverSpecOf } from "../../gateway/calls/find-market.ts";
import type { KeyedCall, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketsOf } from "../market-of.ts";
import type { Parameters } from "../parameters.ts";
import { readCall } from "../signed-calls.ts";
import { bitcoinE8, writeBitcoin } from "./value-in-bitcoin.ts";

const NOTHING = "0";
/** Binance's margin level of an account without debt. */
const NO_DEBT = "999";
const LEVEL_DECIMALS = 4;

/** Markets with margin trading, for callers with a key. */
export function marginMarketCalls(ports: BinancePorts): readonly KeyedCall[] {
  return [
    // Cross margin does not exist here, but clients request it first.
    readCall("/v1/margin/allPairs", () => []),
    readCall("/v1/margin/isolated/allPairs", (parameters) => {
      const symbol = parameters.text("symbol");
      return marginMarkets(ports, symbol === undefined ? undefined : [symbol]).map(pairView);
    }),
    readCall("/v1/margin/isolated/pair", (parameters) => {
      const [market] = marginMarkets(ports, [parameters.needed("symbol")]);
      return market && pairView(market);
    }),
  ];
}

export function marginReadCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    readCall("/v1/margin/isolated/account", (parameters, { session }) =>
      isolatedAccount(ports, parameters, session.userId),
    ),
  ];
}

/** Returns the named markets, or all with margin trading. Throws -1121 and -3028. */
export function marginMarkets(
  ports: Pick<BinancePorts, "listings" | "mirror">,
  symbols: readonly string[] | undefined,
): readonly MirroredMarket[] {
  const isOpen = ({ listed }: MirroredMarket) => ports.listings.lever(listed.marketId) !== undefined;
  const markets = marketsOf(ports, symbols);
  if (symbols !== undefined && !markets.every(isOpen)) throw BINANCE.marginPair();
  return markets.filter(isOpen);
}

function pairView({ listed, status }: MirroredMarket) {
  const { base, quote, symbol } = listed.spec;
  const isOpen = status === "trading";
  return { symbol, base, quote, isMarginTrade: true, isBuyAllowed: isOpen, isSellAllowed: isOpen };
}

/** Returns the user's margin accounts; with `symbols`, only those and without totals. */
async function isolatedAccount(ports: BinancePorts, parameters: Parameters, userId: number) {
  const symbols = parameters.text("symbols")?.split(",");
  const view = await ports.engine.accountView(userId);
  const opened = marginMarkets(ports, symbols).flatMap((market) => {
    const account = leverIn(view, market.listed.marketId);
    return account === undefined ? [] : [{ market, account }];
  });
  const accounts = opened.map(({ market, account }) => accountOf(ports, view, market, account));
  const sum = (of: (account: (typeof accounts)[number]) => number) =>
    writeBitcoin(accounts.reduce((total, account) => total + of(account), 0));
  const assets = accounts.map(({ row }) => row);
  if (symbols !== undefined) return { assets };
  return {
    assets,
    totalAssetOfBtc: sum(({ heldE8 }) => heldE8),
    totalLiabilityOfBtc: sum(({ owedE8 }) => owedE8),
    totalNetAssetOfBtc: sum(({ heldE8, owedE8 }) => heldE8 - owedE8),
  };
}

interface Coin {
  readonly availableUnits: number;
  readonly frozenUnits: number;
  readonly debtUnits: number;
  readonly interestUnits: number;
}

function accountOf(
  ports: BinancePorts,
  view: AccountView,
  market: MirroredMarket,
  account: LeverAccountView,
) {
  const { listings } = ports;
  const { listed, status } = market;
  const spec = leverSpecOf(listings, listed.marketId);
  const wire = toWireLeverAccount(account, listed, spec);
  const base = coinOf(ports, listed.base, {
    availableUnits: account.baseAvailableUnits,
    frozenUnits: account.baseFrozenUnits,
    debtUnits: account.baseDebtUnits,
    interestUnits: account.baseInterestUnits,
  });
  const quote = coinOf(ports, listed.quote, {
    availableUnits: account.quoteAvailableUnits,
    frozenUnits: account.quoteFrozenUnits,
    debtUnits: account.quoteDebtUnits,
    interestUnits: account.quoteInterestUnits,
  });
  const row = {
    symbol: listed.spec.symbol,
    baseAsset: base.row,
    quoteAsset: quote.row,
    isolatedCreated: true,
    enabled: true,
    tradeEnabled: status === "trading" && !view.frozenWallets.includes("coin"),
    marginLevel: wire.marginLevel ?? NO_DEBT,
    marginLevelStatus: levelStatus(account),
    marginRatio: formatDecimal(Math.max(...spec.leverages), 0),
    indexPrice: listed.format.indexPrice(market.indexE8) ?? NOTHING,
    liquidatePrice: wire.liquidationPrice ?? NOTHING,
    liquidateRate: formatDecimal(LIQUIDATION_LEVEL_E4, LEVEL_DECIMALS),
  };
  return { row, heldE8: base.heldE8 + quote.heldE8, owedE8: base.owedE8 + quote.owedE8 };
}

function coinOf(ports: BinancePorts, asset: ListedAsset, coin: Coin) {
  const { availableUnits, frozenUnits, debtUnits, interestUnits } = coin;
  const held = availableUnits + frozenUnits;
  const owed = debtUnits + interestUnits;
  const write = (units: number) => formatDecimal(units, asset.spec.scale);
  const heldE8 = bitcoinE8(ports, held, asset);
  const owedE8 = bitcoinE8(ports, owed, asset);
  const row = {
    asset: asset.spec.symbol,
    borrowEnabled: true,
    repayEnabled: true,
    free: write(availableUnits),
    locked: write(frozenUnits),
    borrowed: write(debtUnits),
    interest: write(interestUnits),
    totalAsset: write(held),
    netAsset: write(held - owed),
    netAssetOfBtc: writeBitcoin(heldE8 - owedE8),
  };
  return { row, heldE8, owedE8 };
}

function levelStatus({ levelE4, status }: LeverAccountView): string {
  if (status === "liquidating") return "FORCE_LIQUIDATION";
  if (status === "margin-call") return "MARGIN_CALL";
  return levelE4 < 0 || levelE4 > TRANSFER_LEVEL_E4 ? "EXCESSIVE" : "NORMAL";
}
