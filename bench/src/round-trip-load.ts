import { createHmac, createPrivateKey, sign } from "node:crypto";
import { Agent, request as requestOf } from "node:http";
import { performance } from "node:perf_hooks";
import { WebSocket } from "ws";
import type { Trader } from "./bench-traders.ts";
import { runPlans } from "./run-plans.ts";

/**
 * A trading program in a separate process: it places an order far from the market and cancels it once it is answered,
 * with a fixed number of such pairs in progress, and measures from the first request to the second answer.
 */
export interface RoundTripPlan {
  readonly port: number;
  /** Undefined for the echo server, which returns what it gets. */
  readonly trader: Trader | undefined;
  /** "rest": signed requests over HTTP. "signed": signed requests on one connection. "logon": one that has logged on. */
  readonly how: "rest" | "signed" | "logon";
  readonly outstanding: number;
  readonly pairs: number;
  /** Part of every order's id, so that runs do not share ids. */
  readonly run: string;
}

export interface RoundTripResult {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Fields = Record<string, string>;

/** Sends one request; rejects if it was refused. */
type Ask = (method: "order.place" | "order.cancel", fields: Fields) => Promise<void>;

const NO_TRADER = { apiKey: "k".repeat(64), secret: "s".repeat(64) };

runPlans(run);

async function run(plan: RoundTripPlan): Promise<RoundTripResult> {
  const ask = plan.how === "rest" ? byHttp(plan) : await bySocket(plan);
  const times: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < plan.pairs) {
      const id = `${plan.run}-${next++}`;
      const startedAt = performance.now();
      const terms = { side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01000", price: "59000.0" };
      await ask("order.place", { symbol: "BTCUSDT", ...terms, newClientOrderId: id });
      await ask("order.cancel", { symbol: "BTCUSDT", origClientOrderId: id });
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: plan.outstanding }, worker));
  times.sort((a, b) => a - b);
  const at = (fraction: number) => times[Math.max(0, Math.ceil(fraction * times.length) - 1)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Returns the fields in the order of their names with their signature, as both APIs take them. */
function signed(fields: Fields, secret: string): string {
  const query = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join("&");
  return `${query}&signature=${createHmac("sha256", secret).update(query).digest("hex")}`;
}

function byHttp({ port, trader, outstanding }: RoundTripPlan): Ask {
  const { apiKey, secret } = trader ?? NO_TRADER;
  const agent = new Agent({ keepAlive: true, maxSockets: outstanding });
  const headers = { "x-mbx-apikey": apiKey };
  return (method, fields) =>
    new Promise((resolve, reject) => {
      const path = `/api/v3/order?${signed({ ...fields, timestamp: String(Date.now()) }, secret)}`;
      const verb = method === "order.place" ? "POST" : "DELETE";
      const sent = requestOf({ port, host: "127.0.0.1", agent, method: verb, path, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.on("end", () => {
          if (response.statusCode === 200 && JSON.parse(text) !== null) resolve();
          else reject(new Error(`${method}: ${response.statusCode} ${text}`));
        });
      });
      sent.on("error", reject);
      sent.end();
    });
}

async function bySocket({ how, port, trader }: RoundTripPlan): Promise<Ask> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws-api/v3`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const waiting = new Map<number, (answer: { readonly status?: number }) => void>();
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString("utf8")) as { readonly id: number; readonly status?: number };
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let id = 0;
  const send = (method: string, params: Fields): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = ++id;
      // The echo server's answer has no status.
      waiting.set(own, (answer) =>
        answer.status === 200 || trader === undefined ? resolve() : reject(new Error(JSON.stringify(answer))),
      );
      socket.send(JSON.stringify({ id: own, method, params }));
    });
  const { apiKey, secret } = trader ?? NO_TRADER;
  if (how === "logon") {
    if (trader !== undefined) await send("session.logon", logonOf(trader));
    return (method, fields) => send(method, { ...fields, timestamp: String(Date.now()) });
  }
  return (method, fields) => {
    const params = { ...fields, apiKey, timestamp: String(Date.now()) };
    const signature = signed(params, secret).slice(-64);
    return send(method, { ...params, signature });
  };
}

/** Binance's logon: signed once with the program's own Ed25519 key. */
function logonOf({ ed25519 }: Trader): Fields {
  const fields = { apiKey: ed25519.apiKey, timestamp: String(Date.now()) };
  const payload = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const signature = sign(null, Buffer.from(payload), createPrivateKey(ed25519.privateKey)).toString("base64");
  return { ...fields, signature };
}
