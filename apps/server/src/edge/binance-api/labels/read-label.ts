import { BINANCE } from "../binance-error.ts";
import type { Parameters } from "../parameters.ts";
import type { OrderLabel } from "./order-label.ts";

/** Smaller values are reserved by Binance. */
const MIN_STRATEGY_TYPE = 1_000_000;

/**
 * Reads an order's `strategyId` and `strategyType`; undefined without both. Throws -1100 and -1134.
 * @param prefix of the parameters of a list's order
 */
export function readLabel(parameters: Parameters, prefix = ""): OrderLabel | undefined {
  const nameOf = (name: string) => (prefix === "" ? name : `${prefix}S${name.slice(1)}`);
  const strategyId = safeInteger(parameters, nameOf("strategyId"));
  const typeName = nameOf("strategyType");
  const strategyType = safeInteger(parameters, typeName);
  if (strategyType !== undefined && strategyType < MIN_STRATEGY_TYPE) throw BINANCE.strategyType(typeName);
  if (strategyId === undefined && strategyType === undefined) return undefined;
  return {
    ...(strategyId !== undefined && { strategyId }),
    ...(strategyType !== undefined && { strategyType }),
  };
}

function safeInteger(parameters: Parameters, name: string): number | undefined {
  const value = parameters.integer(name);
  if (value !== undefined && !Number.isSafeInteger(value)) throw BINANCE.malformed(name);
  return value;
}

/** Returns the label's fields of an order in a reply. */
export const strategyFields = ({ strategyId, strategyType }: OrderLabel = {}) => ({
  ...(strategyId !== undefined && { strategyId }),
  ...(strategyType !== undefined && { strategyType }),
});
