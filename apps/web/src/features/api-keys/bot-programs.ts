/** What a program needs to connect. */
interface BotAccess {
  /** The site's address, without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
  readonly secret: string;
}

export interface BotProgram {
  readonly name: string;
  readonly code: (access: BotAccess) => string;
}

const socketsOf = (url: string): string => url.replace(/^http/, "ws");

/** Text in quotation marks, as JavaScript and Python write it. */
const quoted = (text: string): string => JSON.stringify(text);

const binance = ({
  url,
  apiKey,
  secret,
}: BotAccess): string => `import { MainClient, USDMClient } from "binance";
const options = { api_key: ${quoted(apiKey)}, api_secret: ${quoted(secret)}, baseUrl: ${quoted(url)} };
const spot = new MainClient(options);
const futures = new USDMClient(options);
console.log(await spot.getAccountInformation());`;

const ccxt = ({ url, apiKey, secret }: BotAccess): string => `import ccxt from "ccxt";
const exchange = new ccxt.pro.binance({ apiKey: ${quoted(apiKey)}, secret: ${quoted(secret)} });
const { api } = exchange.urls;
for (const [name, address] of Object.entries(api))
  if (typeof address === "string")
    api[name] = address.replace(/^https:\\/\\/\\w+\\.binance\\.com/, ${quoted(url)});
api.ws.spot = ${quoted(`${socketsOf(url)}/ws/stream`)};
api.ws.future = ${quoted(`${socketsOf(url)}/fstream/ws`)};
Object.assign(api.ws["ws-api"], {
  spot: ${quoted(`${socketsOf(url)}/ws-api/v3`)},
  future: ${quoted(`${socketsOf(url)}/ws-fapi/v1`)},
});
console.log(await exchange.fetchBalance());`;

const python = ({ url, apiKey, secret }: BotAccess): string => `from binance import Client
Client.API_URL = ${quoted(`${url}/api`)}
Client.MARGIN_API_URL = ${quoted(`${url}/sapi`)}
Client.FUTURES_URL = ${quoted(`${url}/fapi`)}
client = Client(${quoted(apiKey)}, ${quoted(secret)})
print(client.get_account())`;

const shell = ({ url, apiKey, secret }: BotAccess): string => `key='${apiKey}'
secret='${secret}'
query="timestamp=$(date +%s000)"
signature=$(printf %s "$query" | openssl dgst -sha256 -hmac "$secret" | sed 's/.* //')
curl -H "X-MBX-APIKEY: $key" "${url}/api/v3/account?$query&signature=$signature"`;

/** Programs that the page shows, in its order. */
export const BOT_PROGRAMS: Readonly<Record<"binance" | "ccxt" | "python" | "shell", BotProgram>> = {
  binance: { name: "binance", code: binance },
  ccxt: { name: "ccxt", code: ccxt },
  python: { name: "python-binance", code: python },
  shell: { name: "curl", code: shell },
};
export type BotProgramId = keyof typeof BOT_PROGRAMS;

/** Binance's addresses, and what becomes of them here. */
export const ADDRESSES: readonly (readonly [binance: string, here: (url: string) => string])[] = [
  ["https://api.binance.com", (url) => url],
  ["https://fapi.binance.com", (url) => url],
  ["wss://stream.binance.com:9443", socketsOf],
  ["wss://fstream.binance.com", (url) => `${socketsOf(url)}/fstream`],
  ["wss://ws-api.binance.com", socketsOf],
  ["wss://ws-fapi.binance.com", socketsOf],
];
