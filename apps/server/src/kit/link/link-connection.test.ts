import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { MessageChannel } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  filesOf,
  HAS_OPENSSL,
  makeCertificates,
} from "../../../../../test/support/link/link-certificates.ts";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { type NoMethods, ThreadGoneError, ThreadPeer } from "../threads/thread-peer.ts";
import { LinkConnection } from "./link-connection.ts";
import { encodeFrame } from "./link-frames.ts";
import { connectLink, createLinkServer, readLinkIdentity } from "./link-identity.ts";
import type { MessageEndpoint } from "./message-endpoint.ts";

const KIBIBYTE = 1024;
const PROTOCOL = "test/1";
let directory = "";
const closers: (() => void)[] = [];
beforeAll(() => {
  directory = mkdtempSync(join(MEMORY_DISK, "candor-pki-"));
  if (HAS_OPENSSL) makeCertificates(directory, "core", "gateway");
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Connects two processes' sides over TLS. */
async function sockets(): Promise<readonly [TLSSocket, TLSSocket]> {
  const accepted = Promise.withResolvers<TLSSocket>();
  const server = createLinkServer(
    readLinkIdentity(filesOf(directory, "core")),
    { [PROTOCOL]: { clients: "gateway", serve: (socket) => accepted.resolve(socket) } },
    (why) => accepted.reject(new Error(why)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const near = connectLink(
    readLinkIdentity(filesOf(directory, "gateway")),
    { host: "127.0.0.1", port },
    PROTOCOL,
    "core",
  );
  return [near, await accepted.promise];
}

interface Linked {
  readonly near: LinkConnection;
  readonly far: LinkConnection;
  /** Why each side ended. */
  readonly ends: { near?: string; far?: string };
  readonly farSocket: TLSSocket;
  readonly nearSocket: TLSSocket;
}

async function linked(maxUnreadBytes = 1024 * KIBIBYTE): Promise<Linked> {
  const [nearSocket, farSocket] = await sockets();
  const ends: Linked["ends"] = {};
  const made = (socket: TLSSocket, side: "near" | "far") =>
    new LinkConnection(socket, {
      maxMessageBytes: 512 * KIBIBYTE,
      maxUnreadBytes,
      onEnd: (why) => (ends[side] = why),
    });
  const near = made(nearSocket, "near");
  const far = made(farSocket, "far");
  closers.push(
    () => near.end("over"),
    () => far.end("over"),
  );
  return { near, far, ends, nearSocket, farSocket };
}

const TRANSPORTS: Record<string, () => Promise<readonly [MessageEndpoint, MessageEndpoint, () => void]>> = {
  "ports of one process": () => {
    const { port1, port2 } = new MessageChannel();
    closers.push(() => port1.close());
    return Promise.resolve([port1, port2, () => port1.close()]);
  },
  ...(HAS_OPENSSL && {
    "a link between processes": async () => {
      const { near, far } = await linked();
      return [near.channel(7), far.channel(7), () => near.end("closed")];
    },
  }),
};

describe.each(Object.entries(TRANSPORTS))("over %s", (_, open) => {
  test("GW-16 messages of every size and kind arrive once, in order, as copies", async () => {
    const [near, far] = await open();
    const received: unknown[] = [];
    far.on("message", (message: unknown) => received.push(message));
    const words = Float64Array.from({ length: 30_000 }, (__, at) => at / 3);
    const sent: unknown[] = [
      1,
      null,
      "text",
      { nested: [new Map([[1, "one"]]), undefined] },
      { words, bytes: new Uint8Array([1, 2, 3]) },
    ];
    for (let at = 0; at < 2_000; at++) sent.push({ at });
    for (const message of sent) near.postMessage(message);
    await expect.poll(() => received.length).toBe(sent.length);
    expect(received).toEqual(sent);
    far.postMessage("back");
    const back = new Promise((resolve) => near.on("message", resolve));
    expect(await back).toBe("back");
  });

  test("GW-16 two peers call each other, and calls without an answer reject when the connection ends", async () => {
    const [near, far, end] = await open();
    const one = new ThreadPeer<{ add: (a: number, b: number) => number }, NoMethods>(far, {
      add: (a, b) => a + b,
    });
    const other = new ThreadPeer<NoMethods, { add: (a: number, b: number) => number }>(near, {});
    expect(await Promise.all([other.other.add(1, 2), other.other.add(3, 4)])).toEqual([3, 7]);
    const pending = other.other.add(5, 6);
    end();
    await expect(pending).rejects.toThrow(ThreadGoneError);
    one.close();
  });
});

describe.skipIf(!HAS_OPENSSL)("a link", () => {
  test("GW-16 its channels are apart, and a message for an unknown one ends it", async () => {
    const { near, far, ends } = await linked();
    const received: unknown[] = [];
    for (const number of [0, 255])
      far.channel(number).on("message", (message: unknown) => received.push([number, message]));
    near.channel(255).postMessage("b");
    near.channel(0).postMessage("a");
    await expect
      .poll(() => received)
      .toEqual([
        [255, "b"],
        [0, "a"],
      ]);
    near.channel(9).postMessage("nobody");
    await expect.poll(() => ends.far).toBe("link: a message for channel 9");
    await expect.poll(() => ends.near).toBeDefined();
  });

  test.each([
    ["is too large", Buffer.from([255, 255, 255, 0, 0]), /a message of 16777215 bytes/],
    ["is empty", Buffer.from([0, 0, 0, 0, 0]), /a message of 0 bytes/],
    ["is no value", Buffer.from([4, 0, 0, 0, 0, 255, 15, 33]), /cannot be read/],
  ])("GW-17 a message that %s ends it, and nothing else", async (__, bytes, why) => {
    const { far, ends, nearSocket } = await linked();
    far.channel(0).on("message", () => expect.unreachable("no message"));
    nearSocket.write(bytes);
    await expect.poll(() => ends.far).toMatch(why);
  });

  test("GW-17 what a listener throws ends it, and later messages of the same read are dropped", async () => {
    const { far, ends, nearSocket } = await linked();
    let count = 0;
    far.channel(0).on("message", () => {
      count++;
      throw new RangeError("not like this");
    });
    nearSocket.write(Buffer.concat([encodeFrame(0, 1), encodeFrame(0, 2)]));
    await expect.poll(() => ends.far).toBe("not like this");
    expect(count).toBe(1);
  });

  test("GW-17 a side that does not read loses the link, and the other one never waits", async () => {
    const { near, ends, farSocket } = await linked(256 * KIBIBYTE);
    farSocket.pause();
    const channel = near.channel(0);
    const message = "x".repeat(64 * KIBIBYTE);
    for (let sent = 0; ends.near === undefined && sent < 10_000; sent++) {
      channel.postMessage(message);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ends.near).toMatch(/did not read [0-9]+ bytes/);
  });
});
