import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nameOfKey } from "./document-copies.ts";
import { type AccountDocument, type DocumentPort, DocumentStore } from "./document-store.ts";

/** An account's documents, as the server keeps them. */
class Account implements DocumentPort {
  readonly documents = new Map<string, AccountDocument>();
  readonly reads: (readonly string[])[] = [];
  saves = 0;
  failure: { readonly isTemporary: boolean; readonly afterMs: number } | undefined;
  private version = 100;

  put(name: string, value: unknown): void {
    this.documents.set(name, { name, version: ++this.version, value });
  }
  async read(names: readonly string[]) {
    this.reads.push(names);
    await this.answer();
    return names.flatMap((name) => this.documents.get(name) ?? []);
  }
  async save(name: string, value: unknown, basedOn: number) {
    this.saves++;
    await this.answer();
    const current = this.documents.get(name);
    if ((current?.version ?? 0) !== basedOn)
      return { saved: false, version: current?.version ?? 0, newer: current ?? null };
    if (value === undefined) this.documents.delete(name);
    else this.put(name, value);
    return { saved: true, version: this.documents.get(name)?.version ?? 0, newer: null };
  }
  explain() {
    return this.failure ?? { isTemporary: false, afterMs: 0 };
  }
  private async answer(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (this.failure !== undefined) throw new Error("no answer");
  }
}

let items: Map<string, string>;
let account: Account;

beforeEach(() => {
  vi.useFakeTimers();
  items = new Map();
  account = new Account();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab of the user, or of a visitor with "". */
function tab(owner = "7"): DocumentStore {
  const store = new DocumentStore(account);
  store.setOwner(owner);
  return store;
}
const settle = () => vi.advanceTimersByTimeAsync(10_000);

test("SAVED-04 a value is there at once, and in the account after a pause with a single save", async () => {
  const store = tab();
  const listener = vi.fn();
  store.subscribe("layout", listener);
  await settle();
  for (let size = 1; size <= 20; size++) {
    store.set("layout", { size });
    expect(store.value("layout")).toEqual({ size });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(account.saves).toBe(0);
  await settle();
  expect([account.saves, account.documents.get("layout")?.value]).toEqual([1, { size: 20 }]);
  expect(listener).toHaveBeenCalledTimes(20);
  expect(tab().value("layout")).toEqual({ size: 20 });
  store.set("layout", undefined);
  await settle();
  expect([account.documents.size, items.size]).toEqual([0, 0]);
});

test("SAVED-04 what leaves the page is saved now; what could not be saved is saved by the next page", async () => {
  const store = tab();
  store.subscribe("layout", () => undefined);
  await settle();
  store.set("layout", 1);
  void store.flush(true);
  await vi.advanceTimersByTimeAsync(60);
  expect(account.documents.get("layout")?.value).toBe(1);
  account.failure = { isTemporary: true, afterMs: 0 };
  store.set("layout", 2);
  void store.flush(true);
  await vi.advanceTimersByTimeAsync(60);
  account.failure = undefined;
  vi.clearAllTimers();
  const next = tab();
  next.subscribe("layout", () => undefined);
  expect(next.value("layout")).toBe(2);
  await settle();
  expect([next.value("layout"), account.documents.get("layout")?.value]).toEqual([2, 2]);
});

test("SAVED-04 documents wanted together are read together, and another device's changes replace what was not changed here", async () => {
  account.put("layout", "theirs");
  account.put("lists", ["a"]);
  const store = tab();
  for (const name of ["layout", "lists", "none"]) store.subscribe(name, () => undefined);
  expect(store.value("layout")).toBeUndefined();
  await settle();
  expect(account.reads).toEqual([["layout", "lists", "none"]]);
  expect([store.value("layout"), store.value("lists"), store.value("none")]).toEqual([
    "theirs",
    ["a"],
    undefined,
  ]);
  account.put("layout", "newer");
  account.put("lists", ["a", "b"]);
  store.set("lists", ["mine"]);
  store.refresh();
  await settle();
  expect([store.value("layout"), store.value("lists")]).toEqual(["newer", ["b", "mine"]]);
  expect(account.documents.get("lists")?.value).toEqual(["b", "mine"]);
  account.documents.delete("layout");
  store.refresh();
  await settle();
  expect(store.value("layout")).toBeUndefined();
});

test("SAVED-04 an older unsaved copy gives way to what another device has saved since", async () => {
  account.put("layout", "first");
  const store = tab();
  store.subscribe("layout", () => undefined);
  await settle();
  store.set("layout", "mine, long ago");
  vi.clearAllTimers();
  account.put("layout", "theirs, since");
  const next = tab();
  next.subscribe("layout", () => undefined);
  await settle();
  expect([next.value("layout"), account.documents.get("layout")?.value]).toEqual([
    "theirs, since",
    "theirs, since",
  ]);
});

test("SAVED-04 tabs follow each other, and the last one to change a document saves it", async () => {
  const [a, b] = [tab(), tab()];
  for (const each of [a, b]) each.subscribe("layout", () => undefined);
  await settle();
  a.set("layout", "of a");
  b.follow("layout");
  expect(b.value("layout")).toBe("of a");
  await vi.advanceTimersByTimeAsync(1_520);
  // The save of a is on its way.
  b.set("layout", "of b");
  a.follow("layout");
  await vi.advanceTimersByTimeAsync(100);
  b.follow("layout");
  await settle();
  a.follow("layout");
  expect([a.value("layout"), b.value("layout"), account.documents.get("layout")?.value]).toEqual([
    "of b",
    "of b",
    "of b",
  ]);
  expect(account.saves).toBe(2);
});

test("SAVED-04 a visitor's documents stay on the device, and an account that has none takes them over", async () => {
  account.put("lists", ["of the account"]);
  const store = tab("");
  for (const name of ["layout", "lists"]) store.subscribe(name, () => undefined);
  store.set("layout", "of the visitor");
  store.set("lists", ["of the visitor"]);
  await settle();
  expect([account.reads, account.saves]).toEqual([[], 0]);
  store.setOwner("7");
  expect(store.value("layout")).toBeUndefined();
  await settle();
  expect([store.value("layout"), store.value("lists")]).toEqual(["of the visitor", ["of the account"]]);
  expect(account.documents.get("layout")?.value).toBe("of the visitor");
  store.setOwner("");
  expect([store.value("layout"), store.value("lists")]).toEqual([undefined, ["of the visitor"]]);
});

test("SAVED-04 a failed save is repeated if that can help, and no later than the server asks for", async () => {
  const store = tab();
  store.subscribe("layout", () => undefined);
  await settle();
  account.failure = { isTemporary: true, afterMs: 30_000 };
  store.set("layout", 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(account.saves).toBe(1);
  account.failure = undefined;
  await vi.advanceTimersByTimeAsync(29_000);
  expect(account.saves).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([account.saves, account.documents.get("layout")?.value]).toEqual([2, 1]);
  account.failure = { isTemporary: false, afterMs: 0 };
  store.set("layout", 2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(account.saves).toBe(3);
});

test("SAVED-04 a broken copy, or no storage, counts as no document", async () => {
  for (const broken of ["not json", '"text"', '{"value":1}', "null"]) {
    items.set("candor-document:7:layout", broken);
    expect(tab().value("layout")).toBeUndefined();
  }
  vi.stubGlobal("localStorage", undefined);
  const store = tab();
  store.subscribe("layout", () => undefined);
  store.set("layout", 1);
  await settle();
  expect([store.value("layout"), account.documents.get("layout")?.value]).toEqual([1, 1]);
  expect(nameOfKey("candor-document:7:drawings:BTCUSDT", "7")).toBe("drawings:BTCUSDT");
  expect([nameOfKey("candor", "7"), nameOfKey(null, "7"), nameOfKey("candor-document:77:a", "7")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
