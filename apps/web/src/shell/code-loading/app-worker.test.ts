import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const FILE = path.resolve(import.meta.dirname, "../../../public/worker.js");
const ORIGIN = "https://candor.example";
const ASSET = "/assets/index-Ab3dE5g.js";

type Listener = (event: object) => void;

/** The parts of a response the worker uses; the name is the body. */
interface Answer {
  readonly name: string;
  readonly status: number;
  readonly type: string;
  readonly redirected: boolean;
  clone(): Answer;
}

function answer(name: string, status = 200, type = "basic"): Answer {
  const self: Answer = { name, status, type, redirected: false, clone: () => self };
  return self;
}

/** Runs the worker's real file in a simulated browser with fake caches and server. */
function startWorker(build = "b2", stores = new Map<string, Map<string, Answer>>()) {
  const listeners = new Map<string, Listener>();
  let server: ((pathname: string) => Answer) | undefined = (pathname) => answer(pathname);
  const asked: string[] = [];
  const pathOf = (request: string | { readonly url: string }) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
  const fetchFromServer = async (request: string | { readonly url: string }): Promise<Answer> => {
    asked.push(pathOf(request));
    if (server === undefined) throw new TypeError("Failed to fetch");
    return server(pathOf(request));
  };
  const storeOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Answer>();
    stores.set(name, store);
    return {
      match: async (request: string) => store.get(pathOf(request)),
      put: async (request: string, value: Answer) => void store.set(pathOf(request), value),
      addAll: async (requests: readonly { readonly url: string }[]) => {
        for (const request of requests) store.set(pathOf(request), await fetchFromServer(request));
      },
    };
  };
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    location: { origin: ORIGIN },
    skipWaiting: () => undefined,
    registration: { navigationPreload: { enable: async () => undefined } },
    clients: { claim: async () => undefined },
  };
  const caches = {
    open: async (name: string) => storeOf(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  class FakeRequest {
    readonly url: string;
    constructor(url: string) {
      this.url = url;
    }
  }
  const source = readFileSync(FILE, "utf8")
    .replace('"development"', JSON.stringify(build))
    .replace('["/"]', JSON.stringify(["/", ASSET]));
  runInNewContext(source, { self, caches, fetch: fetchFromServer, URL, Request: FakeRequest, Promise });
  const dispatch = async (type: string, event: object): Promise<Answer | "not answered"> => {
    const waits: unknown[] = [];
    let said: Promise<Answer> | undefined;
    listeners.get(type)?.({
      ...event,
      waitUntil: (wait: unknown) => waits.push(wait),
      respondWith: (value: Promise<Answer>) => (said = value),
    });
    const result = await said;
    await Promise.all(waits);
    return result ?? "not answered";
  };
  return {
    stores,
    asked,
    serve: (next: typeof server) => (server = next),
    install: () => dispatch("install", {}),
    activate: () => dispatch("activate", {}),
    keep: (paths: readonly unknown[]) => dispatch("message", { data: { type: "keep", paths } }),
    get: (pathname: string, mode = "cors", method = "GET") =>
      dispatch("fetch", { request: { url: ORIGIN + pathname, mode, method } }),
  };
}

const kept = (stores: ReadonlyMap<string, ReadonlyMap<string, Answer>>) =>
  [...stores].flatMap(([name, store]) => [...store.keys()].map((pathname) => `${name} ${pathname}`));

test("WEB-134 the page is always the server's while there is one, and the kept one when there is none, or only a proxy", async () => {
  const worker = startWorker();
  await worker.install();
  worker.serve(() => answer("next build"));
  expect(await worker.get("/", "navigate")).toMatchObject({ name: "next build" });
  worker.serve(() => answer("closed", 403));
  expect(await worker.get("/", "navigate")).toMatchObject({ name: "closed" });
  worker.serve(() => answer("bad gateway", 502));
  expect(await worker.get("/", "navigate")).toMatchObject({ name: "/" });
  worker.serve(undefined);
  expect(await worker.get("/", "navigate")).toMatchObject({ name: "/" });
  expect(await worker.get(ASSET)).toMatchObject({ name: ASSET });
  // Never cached, so it cannot be served: the app waits for it.
  await expect(worker.get("/assets/mining-Zz9yX8w.js")).rejects.toThrow("Failed to fetch");
});

test("WEB-134 what the server says of anybody or anything is neither answered nor kept", async () => {
  const worker = startWorker();
  await worker.install();
  for (const pathname of [
    "/api/wallet/index",
    "/api/market/coinList",
    "/ebapi/public_api/index",
    "/uploads/7",
    "/exports/7.csv",
  ])
    expect(await worker.get(pathname), pathname).toBe("not answered");
  for (const pathname of ["/console", "/docs", "/outbox", "/pages/home/index"])
    expect(await worker.get(pathname, "navigate"), pathname).toBe("not answered");
  expect(await worker.get("/", "cors", "HEAD")).toBe("not answered");
  expect(await worker.get(ASSET, "cors", "POST")).toBe("not answered");
  await worker.keep([
    "/api/wallet/index",
    "/assets/../api/wallet/index",
    5,
    "/assets/kit-Qq1wW2e.css",
    "/icons/candor.svg",
  ]);
  expect(kept(worker.stores)).toEqual(
    ["/", ASSET, "/assets/kit-Qq1wW2e.css", "/icons/candor.svg"].map(
      (pathname) => `candor-app-b2 ${pathname}`,
    ),
  );
});

test("WEB-134 a build that takes over forgets what an older one kept, and nothing else", async () => {
  const stores = new Map([
    ["candor-app-b1", new Map([[ASSET, answer("old")]])],
    ["somebody else's", new Map([["/", answer("theirs")]])],
  ]);
  const worker = startWorker("b2", stores);
  await worker.install();
  await worker.activate();
  expect([...stores.keys()].sort()).toEqual(["candor-app-b2", "somebody else's"]);
});

test("WEB-134 only whole answers of this site are kept, once, and a file that is named after its content is asked for once", async () => {
  const worker = startWorker();
  const file = "/assets/trade-Aa1bB2c.js";
  worker.serve(() => answer("gone", 404));
  await worker.get(file);
  worker.serve(() => answer("elsewhere", 200, "opaque"));
  await worker.get(file);
  expect(kept(worker.stores)).toEqual([]);
  worker.serve(() => answer("it"));
  for (let times = 0; times < 3; times++) expect(await worker.get(file)).toMatchObject({ name: "it" });
  expect(worker.asked.filter((pathname) => pathname === file)).toHaveLength(3);
  expect(kept(worker.stores)).toEqual([`candor-app-b2 ${file}`]);
});
