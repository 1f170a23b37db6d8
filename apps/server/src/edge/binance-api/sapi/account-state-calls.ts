import { formatRate } from "../../../market/market-data/market-format.ts";
import { permissionsAt, tradeEndsAtMs } from "../../../people/identity/api-keys/api-key-register.ts";
import type { SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketsOf } from "../market-of.ts";
import type { Parameters } from "../parameters.ts";
import { readCall } from "../signed-calls.ts";

/** Status calls: what the caller's account and key may do, and their trading fees. */
export function accountStateCalls(ports: BinancePorts): readonly SignedCall[] {
  const { engine, mirror } = ports;
  return [
    // The keys of frozen users are already rejected earlier.
    readCall("/v1/account/status", () => ({ data: "Normal" })),
    readCall("/v1/account/apiTradingStatus", async (_parameters, { session }) => {
      const { frozenWallets } = await engine.accountView(session.userId);
      return {
        data: {
          isLocked: frozenWallets.includes("coin"),
          plannedRecoverTime: 0,
          triggerCondition: {},
          updateTime: mirror.timeMs,
        },
      };
    }),
    readCall("/v1/account/apiRestrictions", (_parameters, { session }) => restrictions(ports, session)),
    readCall("/v1/asset/tradeFee", (parameters) => tradeFees(ports, parameters)),
  ];
}

function restrictions(
  { identity, listings, nowMs }: BinancePorts,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: number },
) {
  const key = identity.user(userId)?.apiKeys.find(({ apiKeyId }) => apiKeyId === sessionId);
  if (key === undefined) throw BINANCE.key();
  const trades = permissionsAt(key, nowMs()).includes("trade");
  const tradingEndsAtMs = tradeEndsAtMs(key);
  return {
    ipRestrict: key.addresses.length > 0,
    createTime: key.createdAtMs,
    ...(tradingEndsAtMs === undefined ? {} : { tradingAuthorityExpirationTime: tradingEndsAtMs }),
    enableReading: key.permissions.includes("read"),
    enableWithdrawals: false,
    enableInternalTransfer: false,
    permitsUniversalTransfer: false,
    enableMargin: trades && listings.levers.length > 0,
    enableFutures: trades && listings.markets.some(({ kind }) => kind === "contract"),
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enablePortfolioMarginTrading: false,
    enableSpotAndMarginTrading: trades,
  };
}

function tradeFees(ports: BinancePorts, parameters: Parameters) {
  const symbol = parameters.text("symbol");
  return marketsOf(ports, symbol === undefined ? undefined : [symbol]).map(({ listed: { spec } }) => ({
    symbol: spec.symbol,
    makerCommission: formatRate(spec.makerFeePpm),
    takerCommission: formatRate(spec.takerFeePpm),
  }));
}
