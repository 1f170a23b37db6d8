import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { ServerProcess } from "../support/server/run-server.ts";
import { picture } from "../support/uploads/pictures.ts";
import { PAYMENT_PASSWORD, WireClient } from "../support/wire-client.ts";

const OPERATOR = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/operator.ts");
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const run = promisify(execFile);

/** Users' data and operators' actions, read at different times. */
export interface Told {
  readonly wallets: unknown;
  readonly open: unknown;
  readonly ledger: unknown;
  readonly chat: unknown;
}

/** A user who has used every feature a little. */
export interface Person {
  readonly userId: number;
  readonly token: string;
}

/** Runs an operator command; rejects with its output. */
export async function operator(home: string, ...words: readonly string[]): Promise<string> {
  const all = [OPERATOR, ...words, "--home", home, "--operator", "anna"];
  const { stdout } = await run(process.execPath, all);
  return stdout;
}

async function upload(server: ServerProcess, token: string, purpose: string): Promise<string> {
  const form = new FormData();
  form.set("purpose", purpose);
  form.set(
    "file",
    new Blob([new Uint8Array(await picture("jpeg", 60, 40))], { type: "image/jpeg" }),
    "a.jpg",
  );
  const response = await fetch(`${server.url}/api/Common/upload`, {
    method: "POST",
    headers: { token },
    body: form,
  });
  const { data } = (await response.json()) as { readonly data: string };
  return (JSON.parse(Buffer.from(data, "base64").toString("utf8")) as { readonly url: string }).url;
}

/** Creates funds, an order, a withdrawal, an address, documents, a chat and an alert: something in every user store. */
export async function live(server: ServerProcess): Promise<Person> {
  const client = new WireClient(server.url);
  await client.register();
  const post = (call: string, payload: object): Promise<unknown> =>
    client.expectOk(client.post(call, payload));
  const { id } = await client.expectOk(client.post("/User/profile"));
  const bought = await client.expectOk(client.post("/Sandbox/faucet", { asset: "USDT", amount: "9500" }));
  await client.credited(bought);
  await client.setPaymentPassword();
  const paymentPassword = PAYMENT_PASSWORD;
  await post("/Wallet/transfer", {
    asset: "USDT",
    from: "main",
    to: "coin",
    amount: "9000",
    paymentPassword,
  });
  const price = await lowPrice(client);
  await post("/Entrus/doOrder", {
    product: "spot",
    symbol: "BTCUSDT",
    side: "buy",
    type: "limit",
    quantity: "0.01",
    price,
  });
  await post("/market/love", { symbol: "ETHUSDT" });
  await post("/Chat/send", { text: "Where is my deposit?" });
  await post("/Notify/alerts", { action: "add", symbol: "BTCUSDT", direction: "above", price: "9000000" });
  await post("/Wallet/addSite", { chain: bought.chain, address: ADDRESS, label: "cold", paymentPassword });
  const [front, back] = [
    await upload(server, client.token, "identity"),
    await upload(server, client.token, "identity"),
  ];
  await post("/user/verification", {
    level: 1,
    country: "DE",
    fullName: "Maria Klein",
    idNumber: "L01X00T4742",
    address: "Am Graben 1",
    photoFront: front,
    photoBack: back,
  });
  // Creates the first proof-of-reserves tree; later ones are due in an hour.
  await post("/Evidence/liabilities", {});
  return { userId: Number(id), token: client.token };
}

async function lowPrice(client: WireClient): Promise<string> {
  const { coinsList } = await client.expectOk(client.get("/market/coinList"));
  const market = coinsList.find(({ symbol }) => symbol === "BTCUSDT");
  return (Math.floor(Number(market?.indexPrice) * 9) / 10).toFixed(1);
}

/** Creates data of operators. */
export async function operate(home: string, name: string): Promise<void> {
  await operator(home, "operator", "invite", name, "--input", '{"roles":["editor"]}');
  await operator(
    home,
    "content",
    "save",
    name,
    "--input",
    '{"kind":"notice","texts":{"en":{"title":"Noon","summary":"Closed","body":"At noon."}}}',
  );
}

/** Returns everything that a user sees. */
export async function told(server: ServerProcess, { token }: Person): Promise<Told> {
  const client = new WireClient(server.url);
  client.token = token;
  const [wallets, open, ledger, chat] = await Promise.all([
    client.expectOk(client.get("/wallet/index")),
    client.expectOk(client.post("/Entrus/record", { view: "open" })),
    client.expectOk(client.post("/wallet/moneyLog")),
    client.expectOk(client.post("/Chat/list", {})),
  ]);
  return { wallets: wallets.wallets, open: open.list, ledger: ledger.list, chat: chat.list };
}

/** Copies a home, including modes and times. */
export function copyHome(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}
