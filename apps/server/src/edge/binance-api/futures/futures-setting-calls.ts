import { Rejected } from "@candor/wire/rejection";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { settingsIn } from "../../gateway/calls/contract-records.ts";
import { wireBrackets } from "../../gateway/calls/contract-terms.ts";
import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE, type BinanceError } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf } from "../market-of.ts";
import type { Parameters } from "../parameters.ts";
import { readCall, tradeCall } from "../signed-calls.ts";
import { maxNotional } from "./contract-position-view.ts";
import { FUTURES } from "./futures-error.ts";
import { futuresRefusalOf } from "./futures-refusal.ts";
import { legOf, positionSideOf } from "./position-side.ts";

const KIND = "contract";
const DONE = { code: 200, msg: "success" } as const;
const MARGIN_TYPES = ["ISOLATED", "CROSSED"] as const;
const DIRECTIONS = { 1: "add", 2: "remove" } as const;

/** Leverage, margin mode, position mode and position margin. Positions use one margin coin. */
export function futuresSettingCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    tradeCall("POST", "/v1/leverage", (parameters, context) => setLeverage(ports, parameters, context)),
    tradeCall("POST", "/v1/marginType", (parameters, context) => setMarginType(ports, parameters, context)),
    tradeCall("POST", "/v1/positionMargin", (parameters, context) => moveMargin(ports, parameters, context)),
    readCall("/v1/feeBurn", () => ({ feeBurn: false })),
    {
      ...tradeCall("POST", "/v1/feeBurn", (parameters) => {
        parameters.needed("feeBurn");
        if (parameters.flag("feeBurn") === true) throw BINANCE.unsupported("feeBurn");
        return DONE;
      }),
      readsOnly: true,
    },
    readCall("/v1/positionSide/dual", async (_parameters, { session }) => ({
      dualSidePosition: (await ports.engine.accountView(session.userId)).isHedged === true,
    })),
    tradeCall("POST", "/v1/positionSide/dual", (parameters, context) =>
      setPositionMode(ports, parameters, context),
    ),
    ...fixed("/v1/multiAssetsMargin", "multiAssetsMargin", FUTURES.sameAssetMode),
  ];
}

/** Binance options that are always `false` here: setting `false` is a no-op, anything else is rejected. */
function fixed(path: string, name: string, unchanged: () => BinanceError): readonly SignedCall[] {
  return [
    readCall(path, () => ({ [name]: false })),
    {
      method: "POST",
      path,
      permission: "trade",
      readsOnly: true,
      answer: (parameters) => {
        parameters.needed(name);
        throw parameters.flag(name) === true ? BINANCE.unsupported(name) : unchanged();
      },
    },
  ];
}

async function setLeverage(ports: BinancePorts, parameters: Parameters, { session, origin }: CallerContext) {
  const { listed } = marketOf(ports, parameters, KIND);
  const text = parameters.needed("leverage");
  const leverage = parameters.integer("leverage");
  const payload = { symbol: listed.spec.symbol, leverage };
  const reply = await ports.door.perform("contractLeverage", payload, session, origin);
  if (reply instanceof Rejected) throw leverageRefusal(reply, text);
  return {
    leverage: reply.leverage,
    maxNotionalValue: maxNotional(listed, reply.leverage),
    symbol: listed.spec.symbol,
  };
}

function leverageRefusal(rejected: Rejected, leverage: string): BinanceError {
  switch (rejected.error) {
    case "trade.invalidParameters":
      return FUTURES.leverage(leverage);
    case "trade.insufficientBalance":
      return FUTURES.leverageFunds();
    case "trade.riskLimit":
      // Above the contract's maximum, the wire returns that maximum; otherwise the position is too large for the
      // leverage.
      return Number(rejected.params?.maxLeverage ?? 0) < Number(leverage)
        ? FUTURES.leverage(leverage)
        : FUTURES.positionLimit();
    default:
      return futuresRefusalOf(rejected);
  }
}

async function setMarginType(
  ports: BinancePorts,
  parameters: Parameters,
  { session, origin }: CallerContext,
) {
  const { listed } = marketOf(ports, parameters, KIND);
  const wanted = parameters.oneOf("marginType", MARGIN_TYPES, () => BINANCE.malformed("marginType"));
  if (wanted === undefined) throw BINANCE.missing("marginType");
  const marginMode = wanted === "ISOLATED" ? "isolated" : "cross";
  const before = await ports.engine.accountView(session.userId);
  if (settingsIn(before, listed).marginMode === marginMode) throw FUTURES.sameMarginType();
  const payload = { symbol: listed.spec.symbol, marginMode };
  const reply = await ports.door.perform("contractLeverage", payload, session, origin);
  if (!(reply instanceof Rejected)) return DONE;
  if (reply.error !== "trade.positionOpen") throw futuresRefusalOf(reply);
  const isOpen = before.contracts?.positions.some(
    ({ marketId, lots }) => marketId === listed.marketId && lots !== 0,
  );
  throw isOpen === true ? FUTURES.marginTypeWithPosition() : FUTURES.marginTypeWithOrders();
}

async function setPositionMode(
  ports: BinancePorts,
  parameters: Parameters,
  { session, origin }: CallerContext,
) {
  parameters.needed("dualSidePosition");
  const isDual = parameters.flag("dualSidePosition") === true;
  const before = await ports.engine.accountView(session.userId);
  if ((before.isHedged === true) === isDual) throw FUTURES.samePositionSide();
  const payload = { positionMode: isDual ? "hedge" : "one-way" };
  const reply = await ports.door.perform("contractMode", payload, session, origin);
  if (!(reply instanceof Rejected)) return DONE;
  if (reply.error !== "trade.positionOpen") throw futuresRefusalOf(reply);
  // Orders that were on their way are known now.
  const { orders } = await ports.engine.accountView(session.userId);
  const hasOrders = orders.some(({ product }) => product === KIND);
  throw hasOrders ? FUTURES.positionModeWithOrders() : FUTURES.positionModeWithPosition();
}

async function moveMargin(ports: BinancePorts, parameters: Parameters, { session, origin }: CallerContext) {
  const { listed } = marketOf(ports, parameters, KIND);
  const leg = await legOf(ports, parameters, session.userId);
  parameters.needed("amount");
  const amount = parameters.decimal("amount") ?? "";
  parameters.needed("type");
  const type = parameters.integer("type");
  if (type !== 1 && type !== 2) throw BINANCE.malformed("type");
  const payload = {
    symbol: listed.spec.symbol,
    ...(leg !== undefined && { positionSide: leg }),
    direction: DIRECTIONS[type],
    amount,
  };
  const reply = await ports.door.perform("contractMargin", payload, session, origin);
  if (reply instanceof Rejected) throw marginRefusal(reply, type === 1);
  const change = { timeMs: ports.nowMs(), positionSide: positionSideOf(leg), type, amount } as const;
  ports.changes.margins.add(session.userId, listed.spec.symbol, change);
  return { ...DONE, amount: Number(amount), msg: "Successfully modify position margin.", type };
}

function marginRefusal(rejected: Rejected, adds: boolean): BinanceError {
  switch (rejected.error) {
    case "trade.invalidParameters":
      return FUTURES.amount();
    case "trade.positionNotFound":
      return FUTURES.noPosition();
    case "trade.notIsolated":
      return FUTURES.notIsolated();
    case "trade.insufficientBalance":
      return adds ? FUTURES.crossBalance() : FUTURES.isolatedBalance();
    case "trade.riskLimit":
      return FUTURES.isolatedBalance();
    default:
      return futuresRefusalOf(rejected);
  }
}

/** Returns a contract's tiers as `leverageBracket` lists them, with numbers as Binance does. */
export function bracketsView({ listed }: MirroredMarket) {
  return {
    symbol: listed.spec.symbol,
    notionalCoef: 1,
    brackets: wireBrackets(listed).map((bracket) => ({
      bracket: bracket.tier,
      initialLeverage: bracket.maxLeverage,
      notionalCap: Number(bracket.notionalCap),
      notionalFloor: Number(bracket.notionalFloor),
      maintMarginRatio: Number(bracket.maintenanceRate),
      cum: Number(bracket.cumulative),
    })),
  };
}
