import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { MessageSender, OutgoingMessage } from "./message-sender.ts";

export interface OutboxMessage extends OutgoingMessage {
  /** Ascending. */
  readonly id: number;
  readonly timeMs: number;
}

/**
 * The sandbox's shared mailbox: messages are not sent, and the newest 500 can be read. The file only keeps them across
 * a restart; it is written with a delay, and if it is lost, users just request another code.
 */
export class LocalOutbox implements MessageSender {
  private static instances = 0;
  private readonly nowMs: () => number;
  private readonly keep: (content: Uint8Array) => Promise<void>;
  private messages: OutboxMessage[];
  private writing: Promise<void> = Promise.resolve();
  private changed = false;

  /** @param keep writes the file; by default with a delay */
  constructor(file: string, nowMs: () => number, keep?: (content: Uint8Array) => Promise<void>) {
    this.nowMs = nowMs;
    // An instance that was closed may still write when the file is reopened: each has its own draft.
    const instance = ++LocalOutbox.instances;
    this.keep = keep ?? ((content) => replaceFile(file, instance, content));
    this.messages = readMessages(file);
  }

  async send(message: OutgoingMessage): Promise<void> {
    const id = (this.messages.at(-1)?.id ?? 0) + 1;
    this.messages.push({ ...message, id, timeMs: this.nowMs() });
    this.messages = this.messages.slice(-IDENTITY_LIMITS.outboxMessages);
    this.changed = true;
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  /** Returns messages newest first, before number `before`, to one recipient or to all. */
  list(limit: number, before = Number.MAX_SAFE_INTEGER, to?: string): OutboxMessage[] {
    const wanted = this.messages.filter(
      (message) => message.id < before && (to === undefined || message.to === to),
    );
    return wanted.slice(-limit).reverse();
  }

  /** Messages queued during a write share the next one. */
  private async write(): Promise<void> {
    if (!this.changed) return;
    this.changed = false;
    await this.keep(Buffer.from(JSON.stringify(this.messages)));
  }
}

async function replaceFile(file: string, instance: number, content: Uint8Array): Promise<void> {
  const draft = `${file}.${instance}.new`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

function readMessages(file: string): OutboxMessage[] {
  if (!existsSync(file)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? (value as OutboxMessage[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return []; // Written without fsync: a crash may leave a partial file.
    throw error;
  }
}
