import { rmSync } from "node:fs";
import { connect as connectPlain, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { SignerLimits } from "@candor/server/config/chain/signer-limits";
import { connectChannel } from "@candor/server/custody/channel/open-channel";
import { RemoteSigner } from "@candor/server/custody/signer/remote-signer";
import { SignerServer } from "@candor/server/custody/signer/serve-signer";
import { Signer } from "@candor/server/custody/signer/signer";
import { newMnemonic, SignerKeys } from "@candor/server/custody/signer/signer-keys";
import type { PaymentState, SignerRequestInput } from "@candor/server/custody/signer/signer-messages";
import type { Hex } from "@candor/server/kit/hex";
import type { LinkIdentity } from "@candor/server/kit/link/link-identity";
import { parseTransaction } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { TestAuthority, WITHOUT_OPENSSL } from "../support/link/test-authority.ts";
import { repeats } from "../support/repeats.ts";
import { freePort } from "../support/server/free-port.ts";
import { TestLog, temporaryDirectory } from "./chain-world.ts";

const TOKEN: Hex = "0x00000000000000000000000000000000000a55e7";
const TO: Hex = "0x00000000000000000000000000000000000c0de1";
/** Of a request while connections are cut, also on a busy machine. */
const PATIENCE_MS = 60_000;
const CHAIN = 5;
const GWEI = 10n ** 9n;
const EXCHANGE = "1700000000000-42";
/** A request waits for a connection for up to 2 s. */
const PAYMENTS = repeats(40, 1_000);
const CUTS = repeats(10, 200);

const authority = HAS_OPENSSL ? new TestAuthority() : undefined;
const keys = new SignerKeys(newMnemonic());
const identity = (name: string): LinkIdentity => {
  if (authority === undefined) throw new Error("no certificates");
  return authority.identityOf(name);
};

describe.skipIf(!HAS_OPENSSL)(`a signer on a machine of its own${WITHOUT_OPENSSL}`, () => {
  let directory: string;
  let log: TestLog;
  let signer: Signer;
  let server: SignerServer;
  let leftOver: (() => unknown)[] = [];

  const open = (): Signer =>
    new Signer({
      directory: path.join(directory, "journal"),
      mode: "sandbox",
      keys,
      limits: new SignerLimits("USDT:1000:2000000,ETH:2:4"),
      nowMs: Date.now,
      onFailure: (error) => {
        throw error;
      },
    });
  const serve = (port: number): Promise<SignerServer> =>
    SignerServer.start({
      signer,
      place: { host: "127.0.0.1", port },
      identity: identity("signer"),
      log,
      onFailure: (error) => {
        throw error;
      },
    });
  /** Ends and starts the signer in the same place. */
  const restart = async (): Promise<void> => {
    const { port } = server;
    await server.close();
    signer.close();
    signer = open();
    server = await serve(port);
  };
  interface Asking {
    readonly term?: number;
    readonly exchange?: string;
    readonly mode?: "sandbox" | "live";
    readonly name?: string;
    readonly port?: number;
  }
  const core = ({ term = 1, exchange = EXCHANGE, mode = "sandbox", name = "core-1", port }: Asking = {}) => {
    const client = new RemoteSigner({
      place: { host: "127.0.0.1", port: port ?? server.port },
      identity: identity(name),
      greeting: { mode, exchange, term },
      info: (message) => log.info({}, message),
      warn: (message) => log.warn({}, message),
    });
    leftOver.push(() => client.close());
    return client;
  };
  const openAsset = (client: RemoteSigner) =>
    client.ask<"open-asset">({
      kind: "open-asset",
      chainId: CHAIN,
      symbol: "USDT",
      token: TOKEN,
      decimals: 6,
    });

  beforeEach(async () => {
    leftOver = [];
    directory = temporaryDirectory();
    log = new TestLog();
    signer = open();
    server = await serve(await freePort());
  });
  afterEach(async () => {
    for (const clear of leftOver.toReversed()) await clear();
    await server.close();
    signer.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test("SIGN-05 a core with a certificate of the authority is answered; every other client is refused", async () => {
    const client = core({ name: "core" });
    expect((await client.ask<"describe">({ kind: "describe" })).depositKey).toMatch(/^xpub/);
    const place = { host: "127.0.0.1", port: server.port };
    const greets = async (who: LinkIdentity): Promise<string> => {
      const channel = await connectChannel({
        place,
        identity: who,
        protocol: "candor-signer",
        maxMessageBytes: 1_000,
      });
      const ended = Promise.withResolvers<string>();
      channel.receive({ message: () => ended.resolve("answered"), closed: (why) => ended.resolve(why) });
      channel.send(
        Buffer.from(
          JSON.stringify({ greeting: { version: 1, mode: "sandbox", exchange: EXCHANGE, term: 9 } }),
        ),
      );
      return ended.promise.finally(() => channel.close("done"));
    };
    for (const name of ["gateway-1", "signer", "chain", "corex", "operator"])
      expect(await greets(identity(name)), name).not.toBe("answered");
    const stranger = new TestAuthority();
    leftOver.push(() => rmSync(stranger.directory, { recursive: true }));
    const foreign = stranger.identityOf("core-1");
    await expect(greets(foreign)).rejects.toThrow(/certificate/);
    // The right authority for the server, a foreign certificate for the client.
    const { ca } = identity("core-1");
    expect(await greets({ ...foreign, ca })).not.toBe("answered");
    for (const [what, options] of [
      ["no certificate", { cert: undefined, key: undefined }],
      ["TLS 1.2", { maxVersion: "TLSv1.2" as const }],
      ["another protocol", { ALPNProtocols: ["http/1.1"] }],
    ] as const) {
      const { certificate, key } = identity("core-1");
      const socket = connect({
        ...place,
        ca,
        cert: certificate,
        key,
        ALPNProtocols: ["candor-signer"],
        ...options,
      });
      socket.on("error", () => undefined);
      const got: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => got.push(chunk));
      socket.write("anything");
      await new Promise((resolve) => socket.once("close", resolve));
      expect(got, what).toEqual([]);
    }
    expect(signer.term).toBe(1);
    expect(await client.ask<"describe">({ kind: "describe" })).toBeDefined();
  });

  test("SIGN-05 a core speaks to a signer only: another process of the exchange at that address is refused", async () => {
    await server.close();
    for (const name of ["core-2", "gateway"]) {
      const other = await SignerServer.start({
        signer,
        place: { host: "127.0.0.1", port: 0 },
        identity: identity(name),
        log,
        onFailure: () => undefined,
      });
      const client = core({ port: other.port });
      await expect(client.ask<"describe">({ kind: "describe" })).rejects.toThrow(
        `the certificate at that address is for ${name}, not for a signer`,
      );
      await other.close();
    }
  });

  test("SIGN-06 requests of a lower term are refused: connected before, connecting later, and after a restart", async () => {
    const old = core({ term: 3, name: "core-1" });
    await openAsset(old);
    const first = await old.ask<"pay">(payment(7));
    const leader = core({ term: 4, name: "core-2" });
    expect(await leader.ask<"look-up">({ kind: "look-up", withdrawalIds: [7] })).toEqual([first]);
    // The frozen leader wakes up: its connection is gone, and a new one is turned away.
    await expect
      .poll(() => old.ask<"pay">(payment(8)).catch((error: Error) => error.message))
      .toContain("lower-term");
    for (const request of [payment(8), { kind: "cancel", withdrawalId: 8 }, { kind: "describe" }] as const)
      await expect(old.ask(request as SignerRequestInput)).rejects.toThrow("lower-term");
    expect(await leader.ask<"look-up">({ kind: "look-up", withdrawalIds: [8] })).toEqual([
      { kind: "unsigned" },
    ]);
    await restart();
    await expect
      .poll(() => old.ask<"pay">(payment(8)).catch((error: Error) => error.message))
      .toContain("lower-term");
    await expect.poll(() => leader.ask<"pay">(payment(7)).catch(() => undefined)).toEqual(first);
    expect(log.lines.join("\n")).toContain("it has seen term 4, this core leads in term 3");
  });

  test("SIGN-06 a request that waits its turn when a higher term arrives is refused too", async () => {
    const first = { term: 1, session: 0 };
    await signer.greet("core-1", { version: 1, mode: "sandbox", exchange: EXCHANGE, term: 1 });
    await signer.answer(
      { kind: "open-asset", chainId: CHAIN, symbol: "USDT", token: TOKEN, decimals: 6 },
      first,
    );
    const parsed = { ...payment(7), to: TO, amount: 5n, maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI };
    const before = signer.answer({ ...parsed, kind: "pay" }, first);
    const greeted = signer.greet("core-2", { version: 1, mode: "sandbox", exchange: EXCHANGE, term: 2 });
    const after = signer.answer({ ...parsed, kind: "pay", withdrawalId: 8 }, first);
    await expect(after).rejects.toThrow("lower-term");
    await greeted;
    expect(await before).toMatchObject({ kind: "signed", nonce: 0 });
  });

  test("SIGN-06 after the exchange's database was restored, an operator lets the signer forget its term, once", async () => {
    const client = core({ term: 12 });
    await client.ask<"describe">({ kind: "describe" });
    expect(await signer.forgetTerm(11)).toBe(false);
    expect(await signer.forgetTerm(12)).toBe(true);
    await restart();
    const restored = core({ term: 5, name: "core-2" });
    await openAsset(restored);
    await client.close();
    const later = core({ term: 12, name: "core-2" });
    await later.ask<"describe">({ kind: "describe" });
    // The variable was left set: nothing is forgotten again.
    expect(await signer.forgetTerm(12)).toBe(false);
    expect(signer.term).toBe(12);
  });

  test("SIGN-07 the keys belong to the first exchange that connects, and to its mode", async () => {
    const first = core();
    await openAsset(first);
    const staging = core({ exchange: "1800000000000-7", term: 99 });
    await expect(staging.ask<"pay">(payment(7))).rejects.toThrow("other-exchange");
    await expect(core({ mode: "live", term: 99 }).ask<"describe">({ kind: "describe" })).rejects.toThrow(
      "other-mode",
    );
    expect(signer.term).toBe(1);
    await restart();
    await expect
      .poll(() => staging.ask({ kind: "describe" }).catch((error: Error) => error.message))
      .toContain("other-exchange");
    await expect
      .poll(() => first.ask<"pay">(payment(7)).catch(() => undefined))
      .toMatchObject({ kind: "signed", nonce: 0 });
  });

  test("SIGN-05 malformed messages close the connection, change nothing, and disturb nobody else", async () => {
    const client = core();
    await openAsset(client);
    const greeting = { greeting: { version: 1, mode: "sandbox", exchange: EXCHANGE, term: 1 } };
    const bad: readonly (readonly (string | Buffer)[])[] = [
      ["{"],
      [Buffer.from([0xff, 0xfe])],
      [JSON.stringify({ id: 1, request: { kind: "describe" } })],
      [JSON.stringify({ greeting: { ...greeting.greeting, term: -1 } })],
      [JSON.stringify({ greeting: { ...greeting.greeting, more: 1 } })],
      [JSON.stringify(greeting), JSON.stringify(greeting)],
      [JSON.stringify(greeting), JSON.stringify({ id: "x", request: {} })],
      [JSON.stringify(greeting), "x".repeat(70_000)],
    ];
    for (const messages of bad) {
      const channel = await connectChannel({
        place: { host: "127.0.0.1", port: server.port },
        identity: identity("core-2"),
        protocol: "candor-signer",
        maxMessageBytes: 10_000,
      });
      const ended = Promise.withResolvers<string>();
      channel.receive({ message: () => undefined, closed: (why) => ended.resolve(why) });
      for (const message of messages) {
        channel.send(Buffer.from(message));
        await sleep(20);
      }
      await ended.promise;
    }
    const wrong = { kind: "pay", withdrawalId: "1" } as unknown as Extract<
      SignerRequestInput,
      { kind: "pay" }
    >;
    await expect(client.ask<"pay">(wrong)).rejects.toThrow("malformed");
    expect(await client.ask<"look-up">({ kind: "look-up", withdrawalIds: [1] })).toEqual([
      { kind: "unsigned" },
    ]);
  });

  test(`SIGN-08 connections cut at ${CUTS} random moments of payments: each has one nonce and one transaction`, async () => {
    const cutter = await Cutter.start(server.port);
    leftOver.push(() => cutter.close());
    const client = core({ port: cutter.port });
    const insist = async <T>(ask: () => Promise<T>): Promise<T> => {
      for (const deadlineMs = Date.now() + PATIENCE_MS; ; )
        try {
          return await ask();
        } catch (error) {
          if (Date.now() > deadlineMs || !(error as Error).message.includes("signer unavailable"))
            throw error;
          await sleep(5);
        }
    };
    await insist(() => openAsset(client));
    const over = new AbortController();
    const answers: PaymentState[] = [];
    const cutting = (async () => {
      while (!over.signal.aborted) {
        // A slow machine may need longer than one pause to connect: an answer comes between the cuts of four.
        const known = answers.length;
        for (let cut = 0; cut < 4 && !over.signal.aborted; cut++) {
          await sleep(Math.random() * 60);
          cutter.cut();
        }
        while (answers.length === known && !over.signal.aborted) await sleep(5);
      }
    })();
    for (let id = 1; id <= PAYMENTS || cutter.cuts < CUTS; id++)
      answers.push(await insist(() => client.ask<"pay">(payment(id))));
    over.abort();
    await cutting;
    const nonces = answers.map((answer) => (answer.kind === "signed" ? answer.nonce : -1));
    expect(nonces).toEqual(answers.map((_, index) => index));
    for (const [index, answer] of answers.entries()) {
      if (answer.kind !== "signed") throw new Error(answer.kind);
      expect(answer.transactions).toHaveLength(1);
      expect(parseTransaction(answer.transactions[0]?.raw ?? "0x").nonce ?? 0).toBe(index);
    }
    const found = await insist(() =>
      client.ask<"look-up">({ kind: "look-up", withdrawalIds: answers.map((_, index) => index + 1) }),
    );
    expect(found).toEqual(answers);
    await expect(insist(() => client.ask<"pay">(payment(1, "6")))).rejects.toThrow("other-contents");
  }, 120_000);

  test("SIGN-08 a signer that does not answer is unavailable with a reason, and is found again", async () => {
    const client = core();
    await openAsset(client);
    const { port } = server;
    await server.close();
    await expect
      .poll(() => client.ask({ kind: "describe" }).catch((error: Error) => error.message))
      .toMatch(/signer unavailable: .*ECONNREFUSED/);
    server = await serve(port);
    await expect.poll(() => client.ask({ kind: "describe" }).catch(() => undefined)).toBeDefined();
    await client.close();
    await expect(client.ask({ kind: "describe" })).rejects.toThrow("signer unavailable: closed");
  });
});

function payment(withdrawalId: number, amount = "5"): Extract<SignerRequestInput, { kind: "pay" }> {
  return {
    kind: "pay",
    withdrawalId,
    chainId: CHAIN,
    symbol: "USDT",
    to: TO,
    amount,
    minedNonce: 0,
    gasLimit: 80_000,
    maxFeePerGas: String(10n * GWEI),
    maxPriorityFeePerGas: String(GWEI),
  };
}

/** Passes bytes on, and cuts all connections on request: in the handshake, in the middle of a message, anywhere. */
class Cutter {
  readonly port: number;
  cuts = 0;
  private readonly server: Server;
  private readonly sockets: Set<Socket>;

  private constructor(server: Server, port: number, sockets: Set<Socket>) {
    this.server = server;
    this.port = port;
    this.sockets = sockets;
  }

  static async start(to: number): Promise<Cutter> {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connectPlain({ host: "127.0.0.1", port: to });
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.once("close", () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return new Cutter(server, address.port, sockets);
  }

  cut(): void {
    if (this.sockets.size > 0) this.cuts++;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
