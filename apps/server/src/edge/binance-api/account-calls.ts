import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import { formatDecimal } from "@candor/money/decimal";
import { formatRate } from "../../market/market-data/market-format.ts";
import { toWireFill } from "../gateway/calls/fill-wire.ts";
import type { SignedCall } from "./binance-call.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { BASIS_POINT_PPM } from "./exchange-info.ts";
import { marketOf } from "./market-of.ts";
import { ownTradeView } from "./order-view.ts";
import { ownFillRows } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { readCall } from "./signed-calls.ts";

/** Calls for the caller's own account: its `coin` wallet and its trades. */
export function accountCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    readCall("/account", (parameters, { session }) => account(ports, parameters, session.userId)),
    readCall("/account/commission", (parameters) => commission(ports, parameters)),
    readCall("/myTrades", (parameters, { session }) => ownTrades(ports, parameters, session.userId)),
  ];
}

async function account({ engine, listings, mirror }: BinancePorts, parameters: Parameters, userId: number) {
  const { balances, frozenWallets } = await engine.accountView(userId);
  const held = new Map(
    balances.filter(({ wallet }) => wallet === "coin").map((balance) => [balance.assetId, balance]),
  );
  const omitsZero = parameters.text("omitZeroBalances")?.toLowerCase() === "true";
  const makerPpm = Math.max(...listings.spotMarkets.map(({ spec }) => spec.makerFeePpm));
  const takerPpm = Math.max(...listings.spotMarkets.map(({ spec }) => spec.takerFeePpm));
  return {
    makerCommission: Math.round(makerPpm / BASIS_POINT_PPM),
    takerCommission: Math.round(takerPpm / BASIS_POINT_PPM),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: rates(makerPpm, takerPpm),
    canTrade: !frozenWallets.includes("coin"),
    // Of the account; no key moves money.
    canWithdraw: !frozenWallets.includes("coin"),
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: true,
    updateTime: mirror.timeMs,
    accountType: "SPOT",
    balances: listings.assets
      .map(({ assetId, spec }) => ({ spec, balance: held.get(assetId) }))
      .filter(({ balance }) => !omitsZero || (balance?.availableUnits ?? 0) + (balance?.frozenUnits ?? 0) > 0)
      .map(({ spec, balance }) => ({
        asset: spec.symbol,
        free: formatDecimal(balance?.availableUnits ?? 0, spec.scale),
        locked: formatDecimal(balance?.frozenUnits ?? 0, spec.scale),
      })),
    permissions: ["SPOT"],
    uid: userId,
  };
}

const NO_DISCOUNT = {
  enabledForAccount: false,
  enabledForSymbol: false,
  discountAsset: "",
  discount: "0",
} as const;

const rates = (makerPpm: number, takerPpm: number) => ({
  maker: formatRate(makerPpm),
  taker: formatRate(takerPpm),
  buyer: formatRate(0),
  seller: formatRate(0),
});

function commission(ports: BinancePorts, parameters: Parameters) {
  const { spec } = marketOf(ports, parameters).listed;
  return {
    symbol: spec.symbol,
    standardCommission: rates(spec.makerFeePpm, spec.takerFeePpm),
    specialCommission: rates(0, 0),
    taxCommission: rates(0, 0),
    discount: NO_DISCOUNT,
  };
}

/** The rates of an order, for a test of one. */
export const orderCommission = ({ makerFeePpm, takerFeePpm }: SpotMarketSpec) => ({
  standardCommissionForOrder: { maker: formatRate(makerFeePpm), taker: formatRate(takerFeePpm) },
  specialCommissionForOrder: { maker: formatRate(0), taker: formatRate(0) },
  taxCommissionForOrder: { maker: formatRate(0), taker: formatRate(0) },
  discount: NO_DISCOUNT,
});

async function ownTrades(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { listed } = marketOf(ports, parameters);
  const fills = await ownFillRows(ports, parameters, userId, listed);
  const orderIds = [...new Set(fills.map(({ orderId }) => orderId))];
  const filter = { userId, marketId: listed.marketId, orderIds };
  const orders = orderIds.length === 0 ? [] : await ports.readModels.ownOrders(filter, orderIds.length);
  const lists = new Map(orders.map(({ groupId, orderId }) => [orderId, Math.abs(groupId)]));
  // 0 is no list.
  return fills.map((fill) => ownTradeView(toWireFill(fill, listed), lists.get(fill.orderId) || undefined));
}
