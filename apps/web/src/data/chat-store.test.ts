import type { WireChatMessage } from "@candor/wire/chat-calls";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChatStore } from "./chat-store.ts";
import type { LegacyApi } from "./legacy-api.ts";
import { Pulse } from "./pulse.ts";
import type { BoundMessage, PrivateMessage } from "./socket-messages.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const message = (number: number, from: "user" | "support" = "user"): WireChatMessage => ({
  id: `c${number}`,
  from,
  text: `message ${number}`,
  imageUrl: null,
  timeMs: 1_000 + number,
});

/** Creates a fake chat server and a store that watches its conversation. */
function watched(aheadMs = 0) {
  const said: WireChatMessage[] = [];
  let tell: (heard: PrivateMessage) => void = () => undefined;
  let bind: (bound: BoundMessage) => void = () => undefined;
  let fetches = 0;
  const call = async (_name: string, { limit = 20, cursor }: { limit?: number; cursor?: string }) => {
    fetches++;
    const before = cursor === undefined ? said.length : Number(cursor);
    const from = Math.max(0, before - limit);
    return {
      list: said.slice(from, before).reverse(),
      nextCursor: from === 0 ? null : String(from),
      unread: 0,
      desk: { hours: "", isOpen: null, opensAtMs: null },
    };
  };
  const client = {
    clock: { now: () => Date.now() + aheadMs },
    onPrivate: (listener: typeof tell) => {
      tell = listener;
      return () => true;
    },
    onBound: (listener: typeof bind) => {
      bind = listener;
      return () => true;
    },
  };
  const api = { call } as unknown as Pick<LegacyApi, "call">;
  const store = new ChatStore(client, api, new Pulse(), () => true);
  store.subscribe(() => undefined);
  const settle = () => vi.advanceTimersByTimeAsync(300);
  return {
    store,
    said,
    settle,
    fetches: () => fetches,
    hear: (heard: WireChatMessage) =>
      tell({ type: "chat", data: { message: heard, asOfSeq: 1, timeMs: heard.timeMs } }),
    reconnect: () =>
      bind({ uid: "1", private: true, error: null, channels: [], asOfSeq: 1, serverTimeMs: 1 }),
    texts: () => store.getSnapshot().messages.map(({ text }) => text),
  };
}

test("CHAT-01 a message that comes by reply, by socket and by list stands once, in the order of its time", async () => {
  const { store, said, hear, settle, texts } = watched();
  said.push(message(1));
  await settle();
  const [second, third] = [message(2), message(3, "support")];
  said.push(second, third);
  hear(third);
  hear(second);
  store.applyReply(second);
  await settle();
  expect(texts()).toEqual(["message 1", "message 2", "message 3"]);
});

test("CHAT-01 what was missed while there was no connection is fetched after the bind; an answer is fetched to be read", async () => {
  const { said, hear, reconnect, settle, texts, fetches } = watched();
  await settle();
  said.push(message(1), message(2, "support"));
  reconnect();
  await settle();
  expect(texts()).toEqual(["message 1", "message 2"]);
  const before = fetches();
  hear(message(3, "support"));
  await settle();
  expect(fetches()).toBe(before + 1);
  hear(message(4));
  await settle();
  expect(fetches()).toBe(before + 1);
});

test("CHAT-02 older pages join what is shown; after more was missed than a page holds nothing is left out between", async () => {
  const { store, said, reconnect, settle, texts } = watched();
  for (let number = 1; number <= 70; number++) said.push(message(number));
  reconnect();
  await settle();
  expect(texts()).toHaveLength(30);
  store.loadOlder();
  await settle();
  expect(texts()[0]).toBe("message 11");
  for (let number = 71; number <= 110; number++) said.push(message(number));
  reconnect();
  await settle();
  expect([texts()[0], texts().at(-1), texts().length]).toEqual(["message 81", "message 110", 30]);
  for (let page = 0; page < 3; page++) {
    store.loadOlder();
    await settle();
  }
  expect(texts()).toEqual(said.map(({ text }) => text));
  expect(store.getSnapshot().hasOlder).toBe(false);
});

test("WEB-42 a picture's link is old by the server's clock, whatever the device's says", async () => {
  const hour = 3_600_000;
  const picture = (expiresAtMs: number): WireChatMessage => ({
    ...message(1, "support"),
    imageUrl: `/uploads/1?expires=${expiresAtMs}&signature=x`,
  });
  const deviceMs = Date.now();
  const { store, said, settle } = watched(2 * hour);
  said.push(picture(deviceMs + hour));
  await settle();
  said[0] = picture(deviceMs + 3 * hour);
  store.reload();
  await settle();
  expect(store.getSnapshot().messages[0]?.imageUrl).toBe(said[0]?.imageUrl);
});
