import {
  ACCOUNT_ROLES,
  CORRECTION_ACCOUNTS,
  DIRECTIONS,
  FUND_RECORD_KINDS,
  LIQUIDATION_METHODS,
  MARGIN_MODES,
  MARKET_STATUSES,
  MINER_CAUSES,
  MINER_RELEASE_REASONS,
  OPTION_STATUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PERIODS,
  POSITION_ENDS,
  POSITION_LEGS,
  type PositionLeg,
  PRODUCTS,
  PROFIT_SOURCES,
  RESULTS,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
  WALLETS,
  WITHDRAWAL_STATUSES,
} from "@candor/domain/enumerations";
import { LEVER_LIQUIDATION_METHODS, LOAN_KINDS } from "@candor/domain/events/lever-events";
import { KLINE_PRICES } from "../../market/prices/kline-persistence.ts";

/** Maps the names of an enumeration to the small integers stored in SQL, and back. */
export interface Codes<T extends string> {
  readonly code: (name: T) => number;
  /** Throws for a number without a name: the tables are ours, so that would be a broken invariant. */
  readonly name: (code: number) => T;
}

/** The number of a position's leg; 0 in one-way mode. */
export const legCode = (leg: PositionLeg | undefined): number =>
  leg === undefined ? 0 : POSITION_LEGS.indexOf(leg) + 1;

export const legName = (code: number): PositionLeg | undefined => POSITION_LEGS[code - 1];

function codesOf<T extends string>(what: string, names: readonly T[]): Codes<T> {
  const codes = new Map<string, number>(names.map((name, index) => [name, index]));
  return {
    code(name) {
      const code = codes.get(name);
      if (code === undefined) throw new RangeError(`unknown ${what} "${name}"`);
      return code;
    },
    name(code) {
      const name = names[code];
      if (name === undefined) throw new RangeError(`unknown ${what} ${code} in the read models`);
      return name;
    },
  };
}

export const CODES = {
  accountRole: codesOf("account role", ACCOUNT_ROLES),
  correctionAccount: codesOf("corrected account", CORRECTION_ACCOUNTS),
  direction: codesOf("direction", DIRECTIONS),
  fundRecordKind: codesOf("fund record kind", FUND_RECORD_KINDS),
  klinePrice: codesOf("chart price", KLINE_PRICES),
  leverLiquidationMethod: codesOf("leverage liquidation method", LEVER_LIQUIDATION_METHODS),
  liquidationMethod: codesOf("liquidation method", LIQUIDATION_METHODS),
  loanKind: codesOf("loan kind", LOAN_KINDS),
  marginMode: codesOf("margin mode", MARGIN_MODES),
  marketStatus: codesOf("market status", MARKET_STATUSES),
  minerCause: codesOf("cause of a machine", MINER_CAUSES),
  minerReleaseReason: codesOf("reason of a release", MINER_RELEASE_REASONS),
  optionStatus: codesOf("option status", OPTION_STATUSES),
  orderReason: codesOf("order reason", ORDER_REASONS),
  orderStatus: codesOf("order status", ORDER_STATUSES),
  orderType: codesOf("order type", ORDER_TYPES),
  period: codesOf("period", PERIODS),
  positionEnd: codesOf("end of a position", POSITION_ENDS),
  product: codesOf("product", PRODUCTS),
  profitSource: codesOf("source of a profit", PROFIT_SOURCES),
  result: codesOf("result", RESULTS),
  selfTrade: codesOf("self-trade mode", SELF_TRADE_MODES),
  side: codesOf("side", SIDES),
  timeInForce: codesOf("time in force", TIMES_IN_FORCE),
  triggerBy: codesOf("trigger price", TRIGGER_BYS),
  wallet: codesOf("wallet", WALLETS),
  withdrawalStatus: codesOf("withdrawal status", WITHDRAWAL_STATUSES),
} as const;
