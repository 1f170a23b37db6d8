import { randomBytes } from "node:crypto";
import type { Payload } from "../gateway/envelope.ts";
import { BINANCE } from "./binance-error.ts";
import { ORDER_TYPES } from "./exchange-info.ts";
import type { Parameters } from "./parameters.ts";

const SIDES = ["BUY", "SELL"] as const;
const TIMES_IN_FORCE = ["GTC", "IOC", "FOK"] as const;
const SELF_TRADE = ["EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH"] as const;
const RESPONSES = ["ACK", "RESULT", "FULL"] as const;
const CLIENT_ID = /^[A-Za-z0-9._:/-]{1,36}$/;
/** Of an id that we give ourselves: 22 letters and digits, as Binance's own. */
const OWN_ID_BYTES = 11;
/** What Binance has and we cannot do is refused, and never left out. */
const UNSUPPORTED = ["icebergQty", "trailingDelta", "strategyId", "strategyType", "pegPriceType"] as const;

const TYPES = {
  LIMIT: "limit",
  LIMIT_MAKER: "limit",
  MARKET: "market",
  STOP_LOSS: "stop-market",
  STOP_LOSS_LIMIT: "stop-limit",
} as const;

/** An order as the wire's `/Entrus/doOrder` takes it, and how its answer is wanted. */
export interface OrderRequest {
  readonly payload: Payload & { readonly clientOrderId: string };
  readonly response: (typeof RESPONSES)[number];
}

/** Reads an order; which fields go with which type, and what their values may be, is the wire's call to say. */
export function readOrder(parameters: Parameters): OrderRequest {
  const symbol = parameters.needed("symbol");
  const side = parameters.oneOf("side", SIDES, BINANCE.side);
  if (side === undefined) throw BINANCE.missing("side");
  parameters.needed("type");
  const type = parameters.oneOf("type", ORDER_TYPES, BINANCE.orderType);
  if (type === undefined) throw BINANCE.missing("type");
  for (const name of UNSUPPORTED) if (parameters.text(name) !== undefined) throw BINANCE.unsupported(name);
  const timeInForce = parameters.oneOf("timeInForce", TIMES_IN_FORCE, BINANCE.timeInForce);
  const isLimit = type === "LIMIT" || type === "STOP_LOSS_LIMIT";
  if (isLimit && timeInForce === undefined) throw BINANCE.missing("timeInForce");
  if (!isLimit && timeInForce !== undefined) throw BINANCE.notRequired("timeInForce");
  const force = type === "LIMIT_MAKER" ? "post-only" : timeInForce?.toLowerCase();
  const selfTrade = parameters.oneOf("selfTradePreventionMode", SELF_TRADE, () =>
    BINANCE.unsupported("selfTradePreventionMode"),
  );
  return {
    payload: {
      product: "spot",
      symbol,
      side: side.toLowerCase(),
      type: TYPES[type],
      clientOrderId: clientIdOf(parameters),
      ...given("quantity", parameters.decimal("quantity")),
      ...given("quoteQuantity", parameters.decimal("quoteOrderQty")),
      ...given("price", parameters.decimal("price")),
      ...given("stopPrice", parameters.decimal("stopPrice")),
      ...given("timeInForce", force),
      ...given("selfTrade", selfTrade?.toLowerCase().replace("_", "-")),
    },
    response:
      parameters.oneOf("newOrderRespType", RESPONSES, () => BINANCE.malformed("newOrderRespType")) ??
      (type === "LIMIT" || type === "MARKET" ? "FULL" : "ACK"),
  };
}

const given = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });

function clientIdOf(parameters: Parameters): string {
  const given = parameters.text("newClientOrderId");
  if (given === undefined) return randomBytes(OWN_ID_BYTES).toString("hex");
  if (!CLIENT_ID.test(given)) throw BINANCE.malformed("newClientOrderId");
  return given;
}
