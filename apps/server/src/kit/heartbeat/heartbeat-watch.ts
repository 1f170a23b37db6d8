import type { TLSSocket } from "node:tls";
import { connectLink, type LinkAddress, type LinkIdentity } from "../link/link-identity.ts";
import { BEAT_EVERY_MS, type Beat, BeatReader, HEARTBEAT_PROTOCOL } from "./beat.ts";

/** Silence of the leader after which it counts as frozen. */
const SILENCE_MS = 3_000;
const SILENT_TICKS = SILENCE_MS / BEAT_EVERY_MS;
/** Pause after a connection that failed for another reason than that nobody listens. */
const RETRY_MS = 200;

/** Why a leader is no longer heard. */
export type LeaderLoss =
  /** Nothing listens at its address: its process has ended. */
  | "gone"
  /** Its process listens but does not lead: it was started again. */
  | "not-leading"
  /** Its process or machine is frozen, or the network between is cut. */
  | "silent";

export interface HeartbeatWatchOptions {
  readonly identity: LinkIdentity;
  readonly address: LinkAddress;
  /** The term that the leader leads in. */
  readonly term: number;
  /** Called at once when it is gone or not leading, and every 3 s while it is silent. */
  readonly onLoss: (loss: LeaderLoss, why: string) => void;
}

/**
 * Watches the beats of a leader. Silence counts ticks of this process and not time, and beats that arrived during a pause
 * of this process are read before the next tick: only the leader's pauses count.
 */
export class HeartbeatWatch {
  private readonly options: HeartbeatWatchOptions;
  private readonly timer: NodeJS.Timeout;
  private socket: TLSSocket | undefined;
  private silentTicks = 0;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;
  private lastError = "no beat arrived";

  constructor(options: HeartbeatWatchOptions) {
    this.options = options;
    this.timer = setInterval(() => this.tick(), BEAT_EVERY_MS);
    this.connect();
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    this.socket?.destroy();
  }

  private tick(): void {
    this.silentTicks++;
    if (this.silentTicks % SILENT_TICKS === 0)
      this.lose("silent", `no beat for ${(this.silentTicks * BEAT_EVERY_MS) / 1_000} s: ${this.lastError}`);
  }

  private connect(): void {
    const { identity, address } = this.options;
    const socket = connectLink(identity, address, HEARTBEAT_PROTOCOL, "core");
    this.socket = socket;
    const reader = new BeatReader();
    let error: NodeJS.ErrnoException | undefined;
    let isHeard = false;
    socket.on("error", (reason) => {
      error = reason;
    });
    socket.once("close", () => this.ended(error, isHeard));
    socket.on("data", (chunk: Buffer) => {
      isHeard = true;
      try {
        for (const beat of reader.read(chunk)) this.receive(beat);
      } catch (reason) {
        socket.destroy(reason instanceof Error ? reason : new Error(String(reason)));
      }
    });
  }

  private receive({ term }: Beat): void {
    if (this.isStopped) return;
    this.silentTicks = 0;
    this.lastError = "no beat arrived";
    if (term !== this.options.term)
      this.lose("not-leading", term === 0 ? "it does not lead" : `it leads in term ${term}`);
  }

  /** A leader that ends its connection has probably ended; the next connection shows it. */
  private ended(error: NodeJS.ErrnoException | undefined, wasHeard: boolean): void {
    if (this.isStopped) return;
    if (error?.code === "ECONNREFUSED") this.lose("gone", "nothing listens at its address");
    this.lastError = error?.message ?? "it ended the connection";
    if (!this.isStopped) this.retry = setTimeout(() => this.connect(), wasHeard ? 0 : RETRY_MS);
  }

  private lose(loss: LeaderLoss, why: string): void {
    if (!this.isStopped) this.options.onLoss(loss, why);
  }
}
