import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Client, createClient, type HttpTransport, http } from "viem";
import type { Hex } from "../../../kit/hex.ts";
import type { ChainLog } from "../chain-log.ts";
import { ChainUnavailableError } from "../evm-chain.ts";
import { JsonRpcChain } from "../json-rpc-chain.ts";
import { type AnvilOptions, AnvilProcess } from "./anvil-process.ts";

const RESTART_PAUSE_MS = 200;
/** A dump grows with the chain, so dumps take at most this share of the time, … */
const DUMP_SHARE = 0.1;
/** … unless deposits and withdrawals would wait longer than this. On a busy machine a dump may take seconds. */
const MAX_DUMP_PAUSE_MS = 3_000;
const RPC_TIMEOUT_MS = 30_000;
const unzip = promisify(gunzip);

/**
 * The embedded development node. Its memory is lost in a crash, so its whole state is written to disk after each block.
 * Only stored blocks count as settled: nothing is credited or paid on blocks that a crash could undo.
 */
export class AnvilChain extends JsonRpcChain {
  private readonly options: AnvilOptions & {
    readonly stateFile: string;
    /** Writes the state file durably. */
    readonly keepState: (state: Uint8Array) => Promise<void>;
  };
  private readonly log: ChainLog;
  private readonly rpc: Client<HttpTransport>;
  private node: AnvilProcess;
  private keptNumber = 0;
  private keeping: Promise<void> = Promise.resolve();
  private nextDumpMs = 0;
  private closed = false;

  private constructor(options: AnvilChain["options"], node: AnvilProcess, log: ChainLog) {
    super(node.url, { settledTag: undefined });
    this.options = { ...options, port: node.port };
    this.node = node;
    this.log = log;
    this.rpc = createClient({ transport: http(node.url, { timeout: RPC_TIMEOUT_MS, retryCount: 0 }) });
    void this.watchOver(node);
  }

  static async start(options: AnvilChain["options"], log: ChainLog): Promise<AnvilChain> {
    const isKept = existsSync(options.stateFile);
    const chain = new AnvilChain(options, await AnvilProcess.start(options), log);
    if (isKept) chain.keptNumber = await chain.headNumber();
    return chain;
  }

  /** False for a new chain that has not been stored. */
  get isKept(): boolean {
    return existsSync(this.options.stateFile);
  }

  override settledNumber(): Promise<number> {
    return Promise.resolve(this.keptNumber);
  }

  async giveCoins(address: Hex, wei: bigint): Promise<void> {
    await this.control("anvil_setBalance", [address, `0x${wei.toString(16)}`]);
  }

  async waitingTransactions(): Promise<number> {
    const status = (await this.control("txpool_status", [])) as Record<string, string>;
    return Number(status.pending) + Number(status.queued);
  }

  async mine(): Promise<void> {
    await this.control("evm_mine", []);
  }

  /** Writes the chain to disk, unless that would take too much of the time. `now` always writes. */
  keep(urgency?: "now"): Promise<void> {
    if (urgency !== "now" && performance.now() < this.nextDumpMs) return this.keeping;
    // If the node died, the previous caller got the error; dump again.
    this.keeping = this.keeping.catch(() => undefined).then(() => this.dump());
    return this.keeping;
  }

  async close(): Promise<void> {
    this.closed = true;
    try {
      // A chain that was never stored was never fully set up either.
      if (this.isKept) await this.keep("now");
    } finally {
      await this.node.stop();
    }
  }

  private async dump(): Promise<void> {
    const startMs = performance.now();
    const head = await this.headNumber();
    if (head === this.keptNumber && this.isKept) return;
    const dump = (await this.control("anvil_dumpState", [])) as string;
    await this.options.keepState(await unzip(Buffer.from(dump.slice(2), "hex")));
    this.keptNumber = head;
    const endMs = performance.now();
    this.nextDumpMs = endMs + Math.min((endMs - startMs) / DUMP_SHARE, MAX_DUMP_PAUSE_MS);
  }

  /** Restarts a dead node from the stored state. Senders resend lost transactions from their own records. */
  private async watchOver(node: AnvilProcess): Promise<void> {
    await node.ended();
    while (!this.closed) {
      this.log.warn({}, "development node exited; restarting");
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      // Finish the dead node's last write before restarting from it, so that memory and disk agree.
      await this.keeping.catch(() => undefined);
      if (this.closed) return;
      try {
        this.node = await AnvilProcess.start(this.options);
        await this.node.ended();
      } catch (error) {
        this.log.error({ err: error }, "development node failed to start");
      }
    }
  }

  private async control(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.rpc.request({ method, params } as never);
    } catch (error) {
      throw new ChainUnavailableError(method, { cause: error });
    }
  }
}
