import type { Side } from "@candor/domain/enumerations";
import { balanceOf } from "../../data/account-store.ts";
import { live } from "../../shell/services/services.ts";
import { unitsOf } from "../market/market-terms.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import { isTooDear, spotCostUnits } from "./planned-orders.ts";
import type { PlannedOrders, ToolProps } from "./tool-props.ts";

/** What pays for the orders of a tool. */
export interface ToolFunds {
  readonly asset: string;
  readonly scale: number;
  /** Undefined if unknown. */
  readonly availableUnits: number | undefined;
  /** Whether the whole cannot be paid. */
  readonly isShort: boolean;
}

/** @param planned undefined while the orders are not known */
export function useToolFunds(
  { terms, margin }: Pick<ToolProps, "terms" | "margin">,
  side: Side,
  planned: PlannedOrders | undefined,
): ToolFunds {
  const paysQuote = margin !== undefined || side === "buy";
  const asset = paysQuote ? terms.quote : terms.base;
  const scale = paysQuote ? terms.scale.quoteScale : terms.scale.baseScale;
  const balance = useLiveValue(live.account, (account) =>
    margin === undefined && account.state === "ready"
      ? balanceOf(account, "coin", asset)?.available
      : undefined,
  );
  const availableUnits = margin === undefined ? unitsOf(balance, scale) : margin.usableUnits;
  const cost = planned && (margin === undefined ? spotCostUnits(planned, terms) : margin.costOf(planned));
  return { asset, scale, availableUnits, isShort: isTooDear(cost, availableUnits) };
}
