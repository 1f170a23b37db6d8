import type { Command } from "@candor/domain/commands/commands";
import type { EnginePort } from "@candor/domain/engine-port";
import { LIMITS } from "@candor/domain/limits";
import type { PriceE8, Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { z } from "zod";
import type { GatewayClient } from "../../market/liquidity/gateway-client.ts";
import type { ListedMarket, Listings } from "../../market/market-data/listings.ts";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import { type BookRequest, bookSchema, placeBook } from "./place-book.ts";

const PRICE_SCALE = 8;
/** Binance's names of the wallets, and the wallets' own. */
const WALLET_NAMES = { spot: "coin", futures: "contract", main: "main", option: "option" } as const;

const symbol = z.string().max(20);
const amount = z.string().max(40);
const balanceSchema = z.strictObject({
  userId: z.int().positive(),
  wallet: z.enum(["spot", "futures", "main", "option"]),
  asset: z.string().max(20),
  amount,
});
const indexSchema = z.strictObject({ symbol, price: amount });
const fundingSchema = z.strictObject({ symbol });

export interface ScenarioPorts {
  readonly engine: Pick<EnginePort, "execute">;
  readonly listings: Listings;
  /** What the price sources say from now on, by symbol. */
  readonly pinned: Map<string, PriceE8>;
  /** Number of the source that the prices come from. */
  readonly sourceId: number;
  readonly client: GatewayClient;
  /** Returns an account that the app shows as a label, and a session for it. */
  readonly labelledAccount: (name: string) => Promise<{ readonly userId: number; readonly token: string }>;
}

/** What the owner of a test rig can set (docs/bots.md). Each call takes a request's JSON. */
export class Scenario {
  private readonly ports: ScenarioPorts;

  constructor(ports: ScenarioPorts) {
    this.ports = ports;
  }

  /** Sets the available balance of a wallet. */
  async setBalance(body: unknown): Promise<object | Refusal> {
    const wanted = read(balanceSchema, body);
    if (wanted instanceof Refusal) return wanted;
    const asset = this.ports.listings.assets.find(({ spec }) => spec.symbol === wanted.asset);
    if (asset === undefined) return new Refusal(`${wanted.asset} is not listed.`);
    const units = parseDecimal(wanted.amount, asset.spec.scale);
    if (typeof units === "string" || units < 0)
      return new Refusal(`amount must be 0 or more, with at most ${asset.spec.scale} decimals.`);
    const { userId } = wanted;
    const wallet = WALLET_NAMES[wanted.wallet];
    const { assetId } = asset;
    return await this.execute({
      kind: "set-balance",
      userId,
      wallet,
      assetId,
      availableUnits: units as Units,
    });
  }

  /** Sets the index of a spot market, which its contract follows. It stays until the next call or the server's end. */
  async pushIndex(body: unknown): Promise<object | Refusal> {
    const wanted = read(indexSchema, body);
    if (wanted instanceof Refusal) return wanted;
    const market = this.marketOf(wanted.symbol, "spot");
    if (market === undefined) return new Refusal(`${wanted.symbol} is no spot market.`);
    const price = parseDecimal(wanted.price, PRICE_SCALE);
    if (typeof price === "string" || price <= 0 || price > LIMITS.maxUnits)
      return new Refusal(`price must be above 0, with at most ${PRICE_SCALE} decimals.`);
    const { pinned, sourceId } = this.ports;
    const { marketId } = market;
    const priceE8 = price as PriceE8;
    const reply = await this.execute({ kind: "push-index", marketId, sourceId, priceE8 });
    if (!(reply instanceof Refusal)) pinned.set(wanted.symbol, priceE8);
    return reply;
  }

  /** Ends the funding interval of a contract. */
  async settleFunding(body: unknown): Promise<object | Refusal> {
    const wanted = read(fundingSchema, body);
    if (wanted instanceof Refusal) return wanted;
    const market = this.marketOf(wanted.symbol, "contract");
    if (market === undefined) return new Refusal(`${wanted.symbol} is no contract.`);
    return await this.execute({ kind: "settle-funding-now", marketId: market.marketId });
  }

  /** Replaces what an earlier call has placed in a book. */
  async placeBook(body: unknown): Promise<object | Refusal> {
    const wanted: BookRequest | Refusal = read(bookSchema, body);
    if (wanted instanceof Refusal) return wanted;
    const market = this.marketOf(wanted.symbol, wanted.market === "spot" ? "spot" : "contract");
    if (market === undefined) return new Refusal(`${wanted.symbol} is no ${wanted.market} market.`);
    const { client, labelledAccount } = this.ports;
    const account = await labelledAccount(`rig-${wanted.market}-${wanted.symbol.toLowerCase()}`);
    for (const assetId of [market.base.assetId, market.quote.assetId]) {
      const wallet = wanted.market === "spot" ? "coin" : "contract";
      const availableUnits = PLENTY_UNITS as Units;
      const { userId } = account;
      const funded = await this.execute({ kind: "set-balance", userId, wallet, assetId, availableUnits });
      if (funded instanceof Refusal) return funded;
    }
    return await placeBook(client, account.token, market, wanted);
  }

  private marketOf(name: string, kind: ListedMarket["kind"]): ListedMarket | undefined {
    return this.ports.listings.markets.find((market) => market.kind === kind && market.spec.symbol === name);
  }

  private async execute(command: Command): Promise<{ readonly seq: number } | Refusal> {
    const { executed } = await this.ports.engine.execute(command);
    if (executed.error !== undefined) return new Refusal(`The exchange rejects it: ${executed.error}.`);
    return { seq: executed.seq };
  }
}

/** A thousandth of what may exist of an asset. */
const PLENTY_UNITS = Math.floor(LIMITS.maxUnits / 1_000);

function read<T>(schema: z.ZodType<T>, body: unknown): T | Refusal {
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : new Refusal(`The request is wrong: ${z.prettifyError(parsed.error)}`);
}
