import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { GatewayOptions } from "@candor/server/edge/gateway/dependencies";
import type { WireClient } from "../wire-client.ts";
import { accepted, GatewayUnderTest } from "./gateway-under-test.ts";
import { type TestOptions } from "./opened-exchange.ts";

/** Tiers of the example on the product's page: 0.4 %, then 0.5 % less 50. */
export const BTC_CONTRACT: ContractSpec = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.001",
  minQuantity: "0.001",
  maxQuantity: "100",
  minNotional: "5",
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 200,
  takerFeePpm: 500,
  liquidationFeePpm: 5_000,
  indexSymbol: "BTCUSDT",
  fundingIntervalMs: 8 * 3_600_000,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  brackets: [
    { notionalCap: "50000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
    { notionalCap: "10000000", maxLeverage: 50, maintenancePpm: 5_000, cumulative: "50" },
  ],
};
const TICK_MS = 1_000;

/** The exchange with one contract on Bitcoin. */
export class ContractWorld {
  readonly exchange: GatewayUnderTest;

  private constructor(exchange: GatewayUnderTest) {
    this.exchange = exchange;
  }

  static async start(
    options: Partial<GatewayOptions> = {},
    others: Pick<TestOptions, "listenKeys"> = {},
  ): Promise<ContractWorld> {
    const gateway = { rateLimitFactor: 1_000, ...options };
    return new ContractWorld(await GatewayUnderTest.start({ ...others, gateway, contracts: [BTC_CONTRACT] }));
  }

  /** Creates a user with funds in the contract wallet. */
  async trader(email: string, usdt: string): Promise<WireClient> {
    const client = await this.exchange.trader(email, { USDT: usdt });
    const request = { asset: "USDT", amount: usdt, from: "coin", to: "contract", paymentPassword: "246810" };
    accepted(await client.call("transfer", request));
    return client;
  }

  /** Advances time, then reports the only source's Bitcoin price. */
  async observe(price: number, afterMs = TICK_MS): Promise<void> {
    await this.exchange.observeBitcoin(afterMs, price);
  }
}
