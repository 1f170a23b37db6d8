import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { MainClient } from "binance";
import type { WireClient } from "../wire-client.ts";
import { accepted, type GatewayUnderTest } from "./gateway-under-test.ts";

export interface ApiKey {
  readonly apiKey: string;
  readonly apiKeyId: string;
  readonly secret: string;
}

/** Parameters of a limit order that rests below the market. */
export const RESTING_BID = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: "59000",
  quantity: "0.001",
} as const;

/** Starts listening for programs; @returns the URL */
export async function listenFor(exchange: GatewayUnderTest): Promise<string> {
  await exchange.app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(exchange.app.server.address() as AddressInfo).port}`;
}

export async function makeApiKey(client: WireClient, permissions = ["read", "trade"]): Promise<ApiKey> {
  const fields = { action: "create", password: "kestrel7", permissions } as const;
  const made = accepted(await client.call("apiKey", fields));
  return {
    apiKey: made.apiKey ?? "",
    apiKeyId: made.list.at(-1)?.apiKeyId ?? "",
    secret: made.secret ?? "",
  };
}

/** The client from the public registry, independent of this code. */
export const botOf = ({ apiKey, secret }: ApiKey, url: string): MainClient =>
  new MainClient({ api_key: apiKey, api_secret: secret, baseUrl: url, disableTimeSync: true });

/** Sends a raw signed request. */
export async function askSigned(
  { apiKey, secret }: Pick<ApiKey, "apiKey" | "secret">,
  method: string,
  url: string,
  fields: Readonly<Record<string, string | number>> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const texts = Object.entries({ ...fields, timestamp: Date.now() }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(texts as [string, string][]).toString();
  const signature = createHmac("sha256", secret).update(query).digest("hex");
  const headers = { "x-mbx-apikey": apiKey };
  const response = await fetch(`${url}?${query}&signature=${signature}`, { method, headers });
  return { status: response.status, body: await response.json() };
}

/** Returns the code and text of a client's rejection. */
export const refusal = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => "accepted",
    (error: { readonly body?: { readonly code: number; readonly msg: string } }) =>
      error.body === undefined ? error : `${error.body.code} ${error.body.msg}`,
  );

/** Returns an account's balances of some coins, free and locked. */
export async function balancesOf(bot: MainClient, ...assets: string[]): Promise<string[]> {
  const { balances } = await bot.getAccountInformation();
  return assets.map((asset) => {
    const held = balances.find((balance) => balance.asset === asset);
    return `${asset} ${String(held?.free)} + ${String(held?.locked)}`;
  });
}
