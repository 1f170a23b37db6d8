import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Server, TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  filesOf,
  HAS_OPENSSL,
  makeCertificates,
} from "../../../../../test/support/link/link-certificates.ts";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { encodeBeat } from "../../kit/heartbeat/beat.ts";
import { LinkConnection } from "../../kit/link/link-connection.ts";
import { createLinkServer, type LinkIdentity, readLinkIdentity } from "../../kit/link/link-identity.ts";
import { CoreLink } from "./core-link.ts";
import { CHANNEL, MAX_TO_CORE_BYTES, PROTOCOL, type ToGateway, type Welcome } from "./link-messages.ts";

if (!HAS_OPENSSL) console.warn("OpenSSL is not installed: a gateway's link to two cores is not tested");

const HOST = "127.0.0.1";
const TIME = { nowMs: 0, exchangeMs: 0, isHeld: false, deviationMs: 0 };

let root = "";
let core: LinkIdentity;
let gateway: LinkIdentity;
const closing: (() => unknown)[] = [];

beforeAll(() => {
  if (!HAS_OPENSSL) return;
  root = mkdtempSync(path.join(MEMORY_DISK, "candor-core-link-"));
  makeCertificates(root, `core=${HOST}`, `gateway-1=${HOST}`);
  core = readLinkIdentity(filesOf(root, "core"));
  gateway = readLinkIdentity(filesOf(root, "gateway-1"));
});
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close();
});
afterAll(() => {
  if (root !== "") rmSync(root, { recursive: true, force: true });
});

/** A core that welcomes gateways in its term, answers their pulses, and announces its term when asked to. */
class PlayedCore {
  term = 0;
  readonly name: string;
  private readonly server: Server;
  private readonly sockets = new Set<TLSSocket>();
  private readonly listeners = new Set<TLSSocket>();

  private constructor(name: string) {
    this.name = name;
    const keep = (socket: TLSSocket): void => {
      this.sockets.add(socket);
      socket.on("error", () => undefined);
    };
    this.server = createLinkServer(
      core,
      {
        [PROTOCOL.messages]: {
          clients: "gateway",
          serve: (socket) => {
            keep(socket);
            this.answer(socket);
          },
        },
        [PROTOCOL.leadership]: {
          clients: "gateway",
          serve: (socket) => {
            keep(socket);
            this.listeners.add(socket);
            socket.resume();
            if (this.term > 0) socket.write(encodeBeat({ term: this.term }));
          },
        },
      },
      (why) => expect.unreachable(why),
    );
  }

  static async start(name: string): Promise<PlayedCore> {
    const played = new PlayedCore(name);
    played.server.listen(0, HOST);
    await once(played.server, "listening");
    closing.push(() => {
      played.server.close();
      for (const socket of played.sockets) socket.destroy();
    });
    return played;
  }

  get address() {
    return { host: HOST, port: (this.server.address() as AddressInfo).port };
  }

  get listened(): number {
    return this.listeners.size;
  }

  lead(term: number): void {
    this.term = term;
    for (const socket of this.listeners) socket.write(encodeBeat({ term }));
  }

  private answer(socket: TLSSocket): void {
    const connection = new LinkConnection(socket, {
      maxMessageBytes: MAX_TO_CORE_BYTES,
      maxUnreadBytes: MAX_TO_CORE_BYTES,
      onEnd: () => undefined,
    });
    const control = connection.channel(CHANNEL.control);
    control.on("message", (message: { kind: string; id: number }) => {
      const { term } = this;
      const welcome: Welcome = {
        kind: "welcome",
        term,
        node: this.name,
        lastSeq: 0,
        exchange: { mode: "sandbox", version: "", createdAtMs: 0, sharedNetworks: [], secret: "" },
        time: TIME,
      };
      const refusal: ToGateway = { kind: "refusal", why: "this core does not lead" };
      const echo: ToGateway = { kind: "echo", id: message.id, term, lastSeq: 0, time: TIME };
      if (message.kind === "hello") control.postMessage(term === 0 ? refusal : welcome);
      else control.postMessage(echo);
    });
  }
}

test.skipIf(!HAS_OPENSSL)(
  "CLUS-95 a gateway leaves a core that still answers once another one announces a later term, and no earlier one",
  async () => {
    const [first, second] = [await PlayedCore.start("first"), await PlayedCore.start("second")];
    first.lead(1);
    const welcomes: string[] = [];
    const lost: string[] = [];
    const link = new CoreLink({
      cores: [first.address, second.address],
      identity: gateway,
      hello: () => ({
        gatewayId: "0".repeat(32),
        node: "gateway-1",
        version: "",
        secret: undefined,
        afterSeq: undefined,
        sentUpTo: 0,
        unanswered: [],
      }),
      linked: ({ node, term }) => welcomes.push(`${node} in term ${term}`),
      lost: (why) => lost.push(why),
      time: () => undefined,
      received: () => 0,
      seq: () => 0,
      log: () => undefined,
    });
    closing.push(() => link.close());
    link.start();
    await expect.poll(() => welcomes).toEqual(["first in term 1"]);
    await expect.poll(() => [first.listened, second.listened]).toEqual([1, 1]);
    second.lead(3);
    await expect.poll(() => welcomes).toEqual(["first in term 1", "second in term 3"]);
    expect(lost).toEqual([`${HOST}:${second.address.port} leads in term 3`]);
    // A former leader that wakes up.
    first.lead(2);
    second.lead(4);
    await expect.poll(() => welcomes.at(-1)).toBe("second in term 4");
    expect(welcomes).toEqual(["first in term 1", "second in term 3", "second in term 4"]);
  },
);
