import type { TLSSocket } from "node:tls";
import { BeatReader } from "../../kit/heartbeat/beat.ts";
import { connectLink, type LinkAddress, type LinkIdentity } from "../../kit/link/link-identity.ts";
import { PROTOCOL } from "./link-messages.ts";

/** Pause before the next connection to a core that has ended. */
const RETRY_MS = 1_000;
/** The same for one that refuses it: an older core does not know the protocol, and logs each attempt. */
const REFUSED_RETRY_MS = 30_000;

export interface LeaderNewsOptions {
  readonly cores: readonly LinkAddress[];
  readonly identity: LinkIdentity;
  /** Called when a core says that it leads: again with each connection to it. */
  readonly onLeads: (core: LinkAddress, term: number) => void;
}

/**
 * Keeps a connection to every core, over which it announces that it leads. So a gateway finds a new leader at once, also
 * while the former one is frozen and its connection still seems to work. A core that does not announce anything is found
 * by trying.
 */
export class LeaderNews {
  private readonly options: LeaderNewsOptions;
  private readonly sockets = new Map<LinkAddress, TLSSocket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosed = false;

  constructor(options: LeaderNewsOptions) {
    this.options = options;
    for (const core of options.cores) this.connect(core);
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets.values()) socket.destroy();
  }

  private connect(core: LinkAddress): void {
    const socket = connectLink(this.options.identity, core, PROTOCOL.leadership, "core");
    this.sockets.set(core, socket);
    const reader = new BeatReader();
    let retryMs = RETRY_MS;
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      // The connection then closes too.
      if (code?.startsWith("ERR_SSL") === true) retryMs = REFUSED_RETRY_MS;
    });
    socket.once("close", () => this.connectLater(core, retryMs));
    socket.on("data", (chunk: Buffer) => {
      try {
        for (const { term } of reader.read(chunk)) if (term > 0) this.options.onLeads(core, term);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  private connectLater(core: LinkAddress, pauseMs: number): void {
    if (this.isClosed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.connect(core);
    }, pauseMs);
    this.timers.add(timer);
  }
}
