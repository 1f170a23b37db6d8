import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChannelUser } from "../channel/channel.ts";
import { CustodyPeer, decodeValue, encodeValue } from "./custody-peer.ts";

const ANSWER_TIMEOUT_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A peer, what it has asked, and how the other side answers and pulses. */
function connected(unanswered: "end" | "reject") {
  let user: ChannelUser | undefined;
  const ids: number[] = [];
  const peer = new CustodyPeer({
    channel: {
      receive: (given) => {
        user = given;
      },
      send: (bytes) => {
        const { id } = decodeValue(bytes) as { readonly id?: number };
        if (id !== undefined) ids.push(id);
      },
      close: (why) => user?.closed(why),
    },
    maxMissedPulses: 6,
    unanswered,
    answer: () => Promise.resolve(null),
    news: () => undefined,
  });
  const say = (message: unknown): void => user?.message(Buffer.from(encodeValue(message)));
  const pulse = setInterval(() => say({ pulse: true }), 500);
  void peer.ended.then(() => clearInterval(pulse));
  return { peer, ids, say };
}

test("CLUS-05 a core's reading without an answer rejects, and the connection goes on", async () => {
  const { peer, ids, say } = connected("reject");
  const slow = expect(peer.ask({ kind: "custody" })).rejects.toThrow("chain unavailable: no answer");
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS);
  await slow;
  expect(peer.hasEnded).toBe(false);
  const next = peer.ask({ kind: "gas" });
  // The first one's answer comes after all, once.
  say({ id: ids[0], answer: ["too late"] });
  say({ id: ids[1], answer: ["gas"] });
  expect(await next).toEqual(["gas"]);
  expect(peer.hasEnded).toBe(false);
  say({ id: ids[0], answer: ["again"] });
  expect(await peer.ended).toContain("an answer that nobody waits for");
});

test("CLUS-05 a custody process's request without an answer ends the connection: what the core did is unknown", async () => {
  const { peer } = connected("end");
  const lost = expect(peer.ask({ kind: "commit" })).rejects.toThrow("chain unavailable: no answer");
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS);
  await lost;
  expect(await peer.ended).toBe("no answer");
});
