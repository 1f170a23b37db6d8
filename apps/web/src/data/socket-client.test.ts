import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEAD_AFTER_MS, PING_MS, PROBE_MS, RECONNECT_MS, SocketClient } from "./socket-client.ts";

/** A fake browser socket with the parts the client uses; the test plays the server. */
class ScriptedSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push((JSON.parse(text) as { readonly type: string }).type);
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  say(type: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type, data }) }));
  }

  /** Closed by the network. */
  end(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }

  /** Closed by the client; the event follows later. */
  close(): void {
    this.readyState = WebSocket.CLOSING;
    setTimeout(() => this.end(), 0);
  }
}

let sockets: ScriptedSocket[];
let client: SocketClient;
const newest = (): ScriptedSocket => sockets.at(-1) as ScriptedSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  client = new SocketClient({
    url: "ws://127.0.0.1/ws",
    makeSocket: () => {
      sockets.push(new ScriptedSocket());
      return newest() as unknown as WebSocket;
    },
  });
  client.start();
});

afterEach(() => {
  client.stop();
  vi.useRealTimers();
});

test("DATA-21 the first message binds; a ping follows every ten seconds", () => {
  expect(PING_MS).toBe(10_000);
  newest().open();
  expect(newest().sent).toEqual(["bind"]);
  for (let ping = 1; ping <= 3; ping++) {
    vi.advanceTimersByTime(PING_MS - 1);
    newest().say("pong");
    vi.advanceTimersByTime(1);
    expect(newest().sent.filter((type) => type === "ping")).toHaveLength(ping);
  }
});

test("DATA-22 the greeting and the answers to pings tell the server's time", () => {
  newest().open();
  newest().say("bind", { serverTimeMs: Date.now() + 7_000 });
  expect(client.clock.now() - Date.now()).toBe(7_000);
  vi.advanceTimersByTime(PING_MS);
  newest().say("pong", { t: Date.now() - 20, serverTimeMs: Date.now() + 90_000 });
  expect(client.clock.now() - Date.now()).toBe(90_010);
});

test("DATA-21 three seconds after a close or a failed connection it reconnects and binds again", () => {
  expect(RECONNECT_MS).toBe(3_000);
  newest().end();
  vi.advanceTimersByTime(RECONNECT_MS - 1);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
  newest().open();
  newest().end();
  vi.advanceTimersByTime(RECONNECT_MS);
  expect(sockets).toHaveLength(3);
  newest().open();
  expect(newest().sent).toEqual(["bind"]);
});

test("DATA-21 a ping without an answer makes the data late, a silent connection is given up", () => {
  newest().open();
  vi.advanceTimersByTime(PING_MS + 5_000);
  expect(client.getSnapshot()).toBe("delayed");
  newest().say("pong");
  expect(client.getSnapshot()).toBe("live");
  vi.advanceTimersByTime(3 * PING_MS + 5_000);
  expect(client.getSnapshot()).toBe("reconnecting");
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(RECONNECT_MS);
  expect(sockets).toHaveLength(2);
});

test("DATA-23 without a network the connection is given up at once, and tried again at once when it is back", () => {
  newest().open();
  newest().say("bildUid", { uid: "", private: false });
  expect(client.getSnapshot()).toBe("live");
  client.dropConnection();
  expect(client.getSnapshot()).toBe("reconnecting");
  client.checkNow();
  expect(sockets).toHaveLength(2);
  // The usual delay has passed too: still only one reconnect.
  vi.advanceTimersByTime(RECONNECT_MS);
  expect(sockets).toHaveLength(2);
});

test("DATA-23 after a sleep a connection has a moment to say that it lives", () => {
  newest().open();
  vi.advanceTimersByTime(1_000);
  client.checkNow();
  expect(newest().sent).toEqual(["bind", "ping"]);
  newest().say("pong", { t: Date.now() });
  vi.advanceTimersByTime(PROBE_MS);
  expect(sockets).toHaveLength(1);
  client.checkNow();
  vi.advanceTimersByTime(PROBE_MS - 1);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
});

test("WEB-133 a connection in doubt is sure again with the answer to what was asked since, not with what came late", () => {
  let changes = 0;
  client.subscribe(() => changes++);
  newest().open();
  newest().say("bildUid", { uid: "", private: false });
  expect([client.isComplete, client.getSnapshot()]).toEqual([true, "live"]);
  vi.advanceTimersByTime(1_000);
  const before = changes;
  client.checkNow();
  expect([client.isComplete, client.getSnapshot(), changes]).toEqual([false, "live", before + 1]);
  // Data still buffered in the network: the reply to an earlier ping, and prices from that time.
  newest().say("pong", { t: Date.now() - 1_000 });
  newest().say("lunbo", { channel: "lunbo", list: [] });
  expect(client.isComplete).toBe(false);
  newest().say("pong", { t: Date.now() });
  expect([client.isComplete, changes]).toEqual([true, before + 2]);
  // The device slept without any event.
  vi.setSystemTime(Date.now() + 13_000);
  expect(client.isComplete).toBe(false);
  client.dropConnection();
  expect(client.isComplete).toBe(false);
});

test("DATA-23 after a silence that no connection outlives a new one is made at once", () => {
  newest().open();
  vi.setSystemTime(Date.now() + DEAD_AFTER_MS + 1);
  client.checkNow();
  expect(sockets).toHaveLength(2);
});

test("DATA-23 a client that was stopped stays so", () => {
  newest().open();
  client.stop();
  client.checkNow();
  expect(sockets).toHaveLength(1);
});
