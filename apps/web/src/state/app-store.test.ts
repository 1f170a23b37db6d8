import { beforeEach, expect, test, vi } from "vitest";

/** A fake browser storage with the methods the store uses. */
class MemoryStorage {
  private readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
  keys = (): readonly string[] => [...this.items.keys()];
}

const FIELDS = [
  "vuex_user",
  "token",
  "tabbar",
  "lang",
  "langLabel",
  "langFlag",
  "mailUrl",
  "coin",
  "coinName",
  "coinsList",
  "nowDetailId",
  "ptCoin",
  "leftList",
  "leftList1",
  "noticeTime",
  "siteData",
  "machine",
  "rechargeInfo",
  "background",
  "main",
  "content",
  "huyan",
  "asks_",
  "bids_",
];

let storage: MemoryStorage;

async function openApp(kept?: unknown) {
  if (kept !== undefined) storage.setItem("candor", JSON.stringify(kept));
  vi.resetModules();
  const { useAppStore } = await import("./app-store.ts");
  return useAppStore;
}

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("window", { localStorage: storage });
  // Node takes the languages from the machine's locale.
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  return () => vi.unstubAllGlobals();
});

const USER = {
  id: "7",
  username: "mara",
  token: "t",
  u_address: null,
  allBalance: "0",
  money: "0",
  contract: { balance: "0", blockBalance: "0" },
  verification: 0,
};

test("WEB-30 everything that the device remembers stands under one key, with the specification's fields and defaults", async () => {
  const store = await openApp();
  store.getState().setNight(true);
  expect(storage.keys()).toEqual(["candor"]);
  const { state } = JSON.parse(storage.getItem("candor") ?? "{}") as {
    readonly state: Record<string, unknown>;
  };
  for (const field of FIELDS) expect(state, field).toHaveProperty(field);
  expect(state).toMatchObject({ coin: "U", coinName: "BTC", ptCoin: "USDT", huyan: true, token: "" });
});

test("WEB-30 the markets as last listed and the one looked at are remembered; the client's version and serv are not", async () => {
  const store = await openApp();
  const btc = { symbol: "BTCUSDT", market: "spot", tokenCur: "BTC", chPrice: "64000.0", updown: "-1.23" };
  const eth = { symbol: "ETHBTC", market: "spot", tokenCur: "ETH", chPrice: null, updown: null };
  store.getState().rememberMarkets([{ ...btc, love: true, volume: "12.5" } as typeof btc, eth]);
  store.getState().rememberDetail("ETHBTC");
  const again = await openApp();
  expect(again.getState().coinsList).toEqual([btc, eth]);
  expect(again.getState().nowDetailId).toBe("ETHBTC");
  const kept = JSON.parse(storage.getItem("candor") ?? "{}") as { readonly state: object };
  expect(kept.state).toMatchObject({ nowDetailId: "ETHBTC", coinName: "ETH" });
  for (const name of Object.keys(kept.state)) expect(name).not.toMatch(/serv$|version/i);
});

test("WEB-30 a login is remembered over a reload and forgotten by a logout, settings stay", async () => {
  const first = await openApp();
  first.getState().setNight(true);
  first.getState().logIn(USER);
  const second = await openApp();
  expect(second.getState().token).toBe("t");
  expect(second.getState().user?.username).toBe("mara");
  second.getState().clearSession();
  const third = await openApp();
  expect(third.getState()).toMatchObject({ token: "", user: null, isNight: true });
});

test("WEB-39 what a tab notes by the way neither ends nor brings back the session of another", async () => {
  const visitor = await openApp();
  const first = await openApp();
  first.getState().logIn(USER);
  visitor.getState().rememberMarkets([]);
  expect((await openApp()).getState()).toMatchObject({ token: "t", user: { username: "mara" } });

  const other = await openApp();
  first.getState().clearSession();
  other.getState().setNight(true);
  expect((await openApp()).getState()).toMatchObject({ token: "", user: null, isNight: true });

  // Another user has logged in; the stale tab learns that its session has ended.
  const second = await openApp();
  second.getState().logIn({ ...USER, id: "8", username: "ines", token: "u" });
  other.getState().clearSession();
  expect((await openApp()).getState()).toMatchObject({ token: "u", user: { username: "ines" } });
  second.getState().clearSession();
  other.getState().logIn({ ...USER, token: "v" });
  expect((await openApp()).getState().token).toBe("v");
});

test("WEB-30 where the browser lets nothing be kept the app remembers for as long as its page stands", async () => {
  const refuse = {
    get: (): never => {
      throw new Error("The operation is insecure.");
    },
  };
  // Some browsers throw, others provide null: Firefox, and web views with storage disabled.
  for (const storageThere of [refuse, { value: null }]) {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, ...storageThere });
    const store = await openApp();
    store.getState().logIn(USER);
    expect(store.getState()).toMatchObject({ token: "t", lang: "en" });
  }
});

test("WEB-30 a login, and a logout, that the store had no room for are kept with the next change that it has room for", async () => {
  const { setItem } = storage;
  const withoutRoom = (change: () => void): void => {
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    change();
    storage.setItem = setItem;
  };
  const store = await openApp();
  withoutRoom(() => store.getState().logIn(USER));
  store.getState().setNight(true);
  expect((await openApp()).getState().token).toBe("t");
  const later = await openApp();
  withoutRoom(() => later.getState().clearSession());
  later.getState().setNight(false);
  expect((await openApp()).getState().token).toBe("");
});

test("WEB-30 kept state of another making does not stop the app", async () => {
  const store = await openApp({ state: { lang: "xx", token: 5, huyan: true }, version: 1 });
  expect(store.getState().lang).toBe("en");
  expect(store.getState().token).toBe("");
  expect(store.getState().isNight).toBe(true);
  storage.setItem("candor", "not json");
  const broken = await openApp();
  expect(broken.getState()).toMatchObject({ token: "", coinsList: [] });
});
