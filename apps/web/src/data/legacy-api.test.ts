import { CALLS } from "@candor/wire/calls";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { CALL_ROUTES } from "./call-routes.ts";
import { decodeData, encodeForm, encodeQuery, readEnvelope } from "./envelope.ts";
import { LegacyApi } from "./legacy-api.ts";
import { newRequestKey } from "./request-key.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64");
}

function reply(code: number, msg: string, data: unknown, status = 200): Response {
  return new Response(JSON.stringify({ code, msg, time: 1_767_225_600, data: base64(data) }), { status });
}

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | null | undefined;
}

/** Creates an API over a fake network; records what was sent and which errors were reported. */
function apiOver(network: (sent: Sent, count: number) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const told: string[] = [];
  const world = { token: "token-1" };
  const api = new LegacyApi({
    token: () => world.token,
    language: () => "de",
    onSessionEnded: (error) => told.push(`ended ${error.code}`),
    onAccessDenied: (error) => told.push(`away ${error.code} ${error.message}`),
    fetch: async (input, init) => {
      const one = {
        url: input as string,
        method: init?.method,
        headers: init?.headers as Record<string, string>,
        body: init?.body as string | undefined,
        signal: init?.signal,
      };
      sent.push(one);
      init?.signal?.throwIfAborted();
      return network(one, sent.length);
    },
  });
  return { api, sent, told, world };
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`);
  return error;
}

test("DATA-01 payloads are packed as the specification's own example, Unicode included", () => {
  expect(encodeForm({ symbol: "BTCUSDT", market: "spot" })).toBe(
    "data=JTdCJTIyc3ltYm9sJTIyJTNBJTIyQlRDVVNEVCUyMiUyQyUyMm1hcmtldCUyMiUzQSUyMnNwb3QlMjIlN0Q%3D",
  );
  const text = "Ő 漢字 🙂 +/=&%";
  const packed = decodeURIComponent(encodeForm({ text }).slice("data=".length));
  expect(JSON.parse(decodeURIComponent(atob(packed)))).toEqual({ text });
  expect(decodeData(base64({ text }))).toEqual({ text });
  expect(encodeQuery({ q: "a b&c", id: 2, none: undefined, empty: "", nil: null })).toBe("?q=a+b%26c&id=2");
  expect(encodeQuery({})).toBe("");
});

test("DATA-01 a large request stays below the limit of a body and means the same", () => {
  const value = Array.from({ length: 180 }, (_, index) => ({
    id: `"${index}"`,
    text: "100 % é 漢 🂡".repeat(4),
  }));
  const packed = decodeURIComponent(encodeForm({ value }).slice("data=".length));
  expect(JSON.parse(decodeURIComponent(atob(packed)))).toEqual({ value });
  const numbers = Array.from({ length: 190 }, (_, index) =>
    Array.from({ length: 24 }, () => 100_000 + index),
  );
  expect(JSON.stringify(numbers).length).toBeGreaterThan(31_000);
  expect(encodeForm({ name: "drawings:BTCUSDT", value: numbers }).length).toBeLessThan(65_536);
});

test("DATA-01 what is no envelope is recognised as such", () => {
  for (const text of ["", "<html>", "null", "[]", "{}", '{"code":"1","msg":"","data":""}'])
    expect(readEnvelope(text)).toBeUndefined();
  expect(() => decodeData(base64([1]))).toThrow(TypeError);
});

test("DATA-02 the table of calls is the wire's", () => {
  const { upload: _, ...calls } = CALLS;
  const routes = Object.fromEntries(
    Object.entries(calls).map(([name, { method, path }]) => [name, `${method} ${path}`]),
  );
  expect(CALL_ROUTES).toEqual(routes);
});

test("DATA-03 an accepted call gives its data; token and language travel as headers", async () => {
  const { api, sent } = apiOver(() => reply(1, "", { coinsList: [], assets: [], asOfSeq: 5 }));
  expect(await api.call("coinList", { q: "bt" })).toEqual({ coinsList: [], assets: [], asOfSeq: 5 });
  expect(await api.call("depth", { levels: 500 })).toMatchObject({ asOfSeq: 5 });
  expect(sent).toMatchObject([
    {
      url: "/api/market/coinList?q=bt",
      method: "GET",
      headers: { token: "token-1", lang: "de" },
      body: undefined,
    },
    { url: "/api/market/depth", method: "POST", body: encodeForm({ levels: 500 }) },
  ]);
});

test("DATA-03 a picture goes as a form with its purpose first, and its reply is opened like all others", async () => {
  const { api, sent } = apiOver(() => reply(1, "", { url: "/uploads/1", fullurl: "/uploads/1?sign=x" }));
  const picture = new Blob(["picture"], { type: "image/png" });
  expect(await api.upload(picture, "identity")).toEqual({ url: "/uploads/1", fullurl: "/uploads/1?sign=x" });
  const [{ url, method, headers, body } = { url: "", method: "", headers: {}, body: "" }] = sent;
  expect({ url, method }).toEqual({ url: "/api/Common/upload", method: "POST" });
  // The browser sets the content type, because only it knows the multipart boundary.
  expect(headers).toEqual({ token: "token-1", lang: "de" });
  expect([...(body as unknown as FormData).keys()]).toEqual(["purpose", "file"]);
  const refused = apiOver(() => reply(210, "Image format error", { error: "upload.imageFormat" }));
  expect((await failure(refused.api.upload(picture, "avatar"))).error).toBe("upload.imageFormat");
});

test("DATA-03 a visitor sends no token", async () => {
  const { api, sent, world } = apiOver(() => reply(1, "", {}));
  world.token = "";
  await api.call("home", {});
  expect(sent[0]?.headers).toEqual({ lang: "de" });
});

test("DATA-04 a refusal is a typed error with number, name, text and values", async () => {
  const { api, told } = apiOver(() =>
    reply(103, "Guthaben reicht nicht", {
      error: "trade.insufficientBalance",
      params: { available: "12.500000", asset: "USDT" },
    }),
  );
  const error = await failure(api.call("cancelAll", {}));
  expect(error).toMatchObject({
    code: 103,
    error: "trade.insufficientBalance",
    message: "Guthaben reicht nicht",
    params: { available: "12.500000", asset: "USDT" },
    fields: [],
    outcomeUnknown: false,
  });
  expect(told).toEqual([]);
});

test.each([
  ["body code 401", () => reply(401, "Login timed out", { error: "session.expired" }), ["ended 401"]],
  ["body code 48", () => reply(48, "Not logged in", { error: "user.notLoggedIn" }), ["ended 48"]],
  ["a proxy's HTTP 401", () => new Response("no", { status: 401 }), ["ended 401"]],
  [
    "HTTP 402",
    () => reply(402, "The site is closed. Back soon", { error: "site.closed" }, 402),
    ["away 402 The site is closed. Back soon"],
  ],
  ["a banned user", () => reply(402, "Frozen", { error: "user.banned" }, 402), ["away 402 Frozen"]],
  ["an ordinary refusal", () => reply(320, "Not found", { error: "request.unknownId" }), []],
])("DATA-05 %s reaches the app", async (_, network, expected) => {
  const { api, told } = apiOver(network);
  await failure(api.call("walletIndex", {}));
  expect(told).toEqual(expected);
});

test("I18N-02 the words for a refusal are awaited before its caller hears of it", async () => {
  const order: string[] = [];
  const api = new LegacyApi({
    token: () => "token-1",
    language: () => "en",
    onSessionEnded: () => undefined,
    onAccessDenied: () => undefined,
    fetch: () => Promise.resolve(reply(35, "Mailbox already exists", { error: "user.emailExists" })),
    beforeRefusal: async () => {
      await Promise.resolve();
      order.push("words");
    },
  });
  await failure(api.call("register", { type: "email" } as never).finally(() => order.push("refused")));
  expect(order).toEqual(["words", "refused"]);
});

test("DATA-05 a session that was left before the answer came ends nothing", async () => {
  const { api, told, world } = apiOver(() => {
    world.token = "token-2";
    return reply(401, "Login timed out", { error: "session.expired" });
  });
  await failure(api.call("walletIndex", {}));
  expect(told).toEqual([]);
});

test.each([
  ["no network", () => Promise.reject(new TypeError("fetch failed")), 0, "network.failure"],
  [
    "HTTP 500",
    () => reply(500, "Something went wrong", { error: "system.failure" }, 500),
    500,
    "system.failure",
  ],
  ["HTTP 503", () => reply(503, "Later", { error: "system.unavailable" }, 503), 503, "system.unavailable"],
  ["a proxy's 502", () => new Response("<html>", { status: 502 }), 502, "system.unavailable"],
  ["a proxy's page", () => new Response("<html>", { status: 200 }), 200, "system.failure"],
] as const)("DATA-06 after %s the outcome is unknown", async (_, network, code, error) => {
  const { api } = apiOver(network);
  expect(await failure(api.call("cancelAll", { requestId: "k" }))).toMatchObject({
    code,
    error,
    outcomeUnknown: true,
  });
});

test("DATA-06 a call without an answer ends after 60 s", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBe(60_000);
    return AbortSignal.abort(new DOMException("timed out", "TimeoutError"));
  });
  const { api } = apiOver(() => reply(1, "", {}));
  expect(await failure(api.call("home", {}))).toMatchObject({
    error: "network.timeout",
    outcomeUnknown: true,
  });
  timeout.mockRestore();
});

test("DATA-07 a call with a key is repeated as it was while its outcome is unknown, and only then", async () => {
  vi.useFakeTimers();
  const { api, sent } = apiOver((_, count) =>
    count < 3 ? new Response("", { status: 503 }) : reply(1, "", { asOfSeq: 9, replayed: true }),
  );
  const done = api.call("cancelAll", { requestId: "web-1" }, { tries: 3 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await done).toMatchObject({ replayed: true });
  expect(new Set(sent.map((one) => one.body)).size).toBe(1);
  const refused = apiOver(() => reply(100, "Invalid", { error: "trade.invalidParameters" }));
  await failure(refused.api.call("cancelAll", {}, { tries: 3 }));
  expect(refused.sent).toHaveLength(1);
});

test("DATA-07 keys are new each time and leave room for an OCO's legs", () => {
  const keys = new Set(Array.from({ length: 1_000 }, newRequestKey));
  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(`${key}:l`).toMatch(/^[A-Za-z0-9._:/-]{1,36}$/);
});

test("DATA-07 an aborted call rejects with the caller's own reason", async () => {
  const controller = new AbortController();
  const { api } = apiOver(() => reply(1, "", {}));
  controller.abort(new Error("left the page"));
  await expect(api.call("home", {}, { signal: controller.signal })).rejects.toThrow("left the page");
});

test("DATA-07 a call that is left while it waits for its answer ends at once, without AbortSignal.any too", async () => {
  vi.spyOn(AbortSignal, "any").mockImplementation(() => {
    throw new TypeError("AbortSignal.any is not a function");
  });
  const controller = new AbortController();
  const { api, sent } = apiOver(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
        controller.abort(new Error("left the page"));
      }),
  );
  await expect(api.call("home", {}, { signal: controller.signal })).rejects.toThrow("left the page");
  expect(sent).toHaveLength(1);
});
