import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const FILE = path.resolve(import.meta.dirname, "../../public/push-worker.js");

interface Client {
  readonly postMessage: (message: unknown) => void;
  readonly focus: () => void;
}

/** Runs the worker's real file in a simulated browser. */
function startWorker(open: readonly Client[] = [], hiddenText?: string) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => undefined,
    caches: {
      match: async (entry: string, { cacheName }: { readonly cacheName: string }) =>
        hiddenText !== undefined && `${cacheName} ${entry}` === "candor-push-privacy /push/hidden-text"
          ? new Response(hiddenText)
          : undefined,
    },
    registration: {
      showNotification: (title: string, { body, tag, data }: Record<string, unknown>) =>
        shown.push({ title, body, tag, data }),
    },
    clients: { matchAll: async () => open, openWindow: (url: string) => opened.push(url) },
  };
  runInNewContext(readFileSync(FILE, "utf8"), { self });
  const dispatch = async (type: string, event: object) => {
    const waits: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (wait: unknown) => waits.push(wait) });
    await Promise.all(waits);
  };
  return {
    listeners,
    shown,
    opened,
    push: (data: unknown) => dispatch("push", { data: { json: () => data } }),
    press: (page: unknown) =>
      dispatch("notificationclick", { notification: { close: () => undefined, data: { page } } }),
  };
}

const WORDS = { title: "Deposit credited", text: "25 USDT", page: "/pages/wallet/record", tag: "deposit" };

test("NOTE-08 a push is shown with its words; what is none shows nothing; no request of the app is answered here", async () => {
  const { push, shown, listeners } = startWorker();
  await push(WORDS);
  await push({ title: 5 });
  await push(undefined);
  expect(shown).toEqual([
    { title: "Deposit credited", body: "25 USDT", tag: "deposit", data: { page: "/pages/wallet/record" } },
  ]);
  expect([...listeners.keys()].sort()).toEqual(["install", "notificationclick", "push"]);
});

test("LOCK-04 where the app can lock, a push shows neither its title nor its text", async () => {
  const { push, shown } = startWorker([], "Unlock to read it.");
  await push(WORDS);
  expect(shown).toEqual([
    { title: "Candor", body: "Unlock to read it.", tag: "deposit", data: { page: "/pages/wallet/record" } },
  ]);
});

test("NOTE-08 pressing it opens its page in the window that is there, else in a new one; never another address", async () => {
  const told: unknown[] = [];
  const window: Client = { postMessage: (message) => told.push(message), focus: () => told.push("focus") };
  const present = startWorker([window]);
  await present.press(WORDS.page);
  expect([told, present.opened]).toEqual([[{ type: "open", page: WORDS.page }, "focus"], []]);
  const absent = startWorker();
  await absent.press(WORDS.page);
  await absent.press("https://example.org/");
  expect(absent.opened).toEqual(["/#/pages/wallet/record", "/#/pages/home/index"]);
});
