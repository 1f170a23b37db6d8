import { afterEach, expect, test, vi } from "vitest";
import { type EarlyAnswer, fetchWithEarly, NO_FIELDS } from "./early-answers.ts";

const GET = "GET /api/market/coinList";

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.candorEarly = undefined;
});

function early(response: Promise<Response>, change: Partial<EarlyAnswer> = {}): void {
  response.catch(() => undefined);
  const answer = { token: "", language: "en", requestedAtMs: Date.now(), response, ...change } as const;
  globalThis.candorEarly = new Map([
    [GET, answer],
    ["POST /api/Contract/brackets", answer],
  ]);
}

/** Returns the reply to a call and how many requests reached the network. */
async function call(url: string, init: RequestInit): Promise<readonly [string, number]> {
  const network = vi.fn(() => Promise.resolve(new Response("network")));
  vi.stubGlobal("fetch", network);
  return [await (await fetchWithEarly(url, init)).text(), network.mock.calls.length];
}

const asVisitor = { method: "GET", headers: { lang: "en" } };

test("WEB-139 what the page asked for early answers the first such call, and the next one asks the network", async () => {
  early(Promise.resolve(new Response("early")));
  expect(await call("/api/market/coinList", asVisitor)).toEqual(["early", 0]);
  expect(await call("/api/market/coinList", asVisitor)).toEqual(["network", 1]);
});

test("WEB-139 another session, another language, an old or a failed early answer is none", async () => {
  early(Promise.resolve(new Response("early")), { token: "kx4" });
  expect(await call("/api/market/coinList", asVisitor)).toEqual(["network", 1]);
  early(Promise.resolve(new Response("early")), { language: "de" });
  expect(await call("/api/market/coinList", asVisitor)).toEqual(["network", 1]);
  early(Promise.resolve(new Response("early")), { requestedAtMs: Date.now() - 31_000 });
  expect(await call("/api/market/coinList", asVisitor)).toEqual(["network", 1]);
  early(Promise.reject(new TypeError("no network")));
  expect(await call("/api/market/coinList", asVisitor)).toEqual(["network", 1]);
});

test("WEB-139 a call with fields is never answered by one without", async () => {
  const post = { ...asVisitor, method: "POST" };
  early(Promise.resolve(new Response("early")));
  expect(await call("/api/Contract/brackets", { ...post, body: "data=other" })).toEqual(["network", 1]);
  expect(await call("/api/Contract/brackets", { ...post, body: NO_FIELDS })).toEqual(["early", 0]);
});

test("WEB-139 a call that is given up does not wait for its early answer", async () => {
  early(new Promise(() => undefined));
  const ending = new AbortController();
  const answer = call("/api/market/coinList", { ...asVisitor, signal: ending.signal });
  ending.abort(new Error("left"));
  await expect(answer).rejects.toThrow("left");
});
