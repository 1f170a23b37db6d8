import { NEWEST_RULES } from "@candor/domain/rules";
import { SpotWorld } from "./spot-world.ts";

/** A spot market whose last price is 1000. Ana has these balances and no order. */
export function tradedSpot(ana: Readonly<Record<string, string>>, rules = NEWEST_RULES): SpotWorld {
  const s = new SpotWorld()
    .user("ana", ana)
    .user("ben", { USDT: "90000", BTC: "90" })
    .user("cat", { USDT: "90000", BTC: "90" });
  s.adoptRules(rules);
  trade(s, 1000);
  return s;
}

/** Ben and Cat trade a little at each of these prices. */
export function trade(s: SpotWorld, ...prices: readonly number[]): void {
  for (const price of prices) {
    s.limit("cat", "sell", "0.02", String(price));
    s.limit("ben", "buy", "0.02", String(price), { timeInForce: "ioc" });
  }
}
