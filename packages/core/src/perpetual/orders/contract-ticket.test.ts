import fc from "fast-check";
import { expect, test } from "vitest";
import { ExchangeState } from "../../state/exchange-state.ts";
import type { Market } from "../../state/market/market.ts";
import { ContractTicket } from "./contract-ticket.ts";

const ticks = fc.oneof(fc.constantFrom(0, 65_535, 65_536, 2_000_000_000), fc.nat(2_000_000_000));
const prices = fc.tuple(ticks, ticks, ticks);

function contentsOf(takeProfitTicks: number, stopLossTicks: number, quantityLots: number): string {
  const state = new ExchangeState();
  const ticket = new ContractTicket();
  ticket.market = { id: 1 } as Market;
  Object.assign(ticket, { takeProfitTicks, stopLossTicks, quantityLots });
  ticket.describe(state);
  for (const value of Object.values(state.contents)) expect(Number.isSafeInteger(value)).toBe(true);
  return JSON.stringify(state.contents);
}

test("CORE-07 no two take-profits, stop-losses or quantities are the same contents of a key", () => {
  fc.assert(
    fc.property(prices, prices, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(contentsOf(...one) === contentsOf(...other)).toBe(isSame);
    }),
  );
});
