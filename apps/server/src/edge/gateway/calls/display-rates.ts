import type { CallReply } from "@candor/wire/calls";
import { FIXED_RATES, NO_RATES } from "../../../config/display-rates.ts";
import type { CallHandler } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";

/** Returns rates of fiat currencies, which only screens use. */
export function displayRates(
  { engine }: Ports<"engine">,
  { displayRates: file, mode }: Pick<GatewayOptions, "displayRates" | "mode">,
): CallHandler<"displayRates"> {
  return async (_request, { nowMs }): Promise<CallReply<"displayRates">> => {
    const withoutFile = mode === "sandbox" ? FIXED_RATES : NO_RATES;
    const { kind, source, asOfMs, perUsdt } = file?.current(nowMs) ?? withoutFile;
    return {
      kind,
      source: source ?? null,
      asOfMs: asOfMs ?? null,
      rates: Object.entries(perUsdt).map(([currency, rate]) => ({ currency, perUsdt: rate })),
      asOfSeq: engine.durableSeq,
    };
  };
}
