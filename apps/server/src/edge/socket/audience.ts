import type { Connection } from "./connection.ts";

/**
 * Connections subscribed to exactly the same channels in the same format. A clock tick's messages are joined once and
 * written to each, however many there are.
 */
export class Audience {
  readonly key: string;
  readonly channels: readonly string[];
  readonly batch: boolean;
  readonly members = new Set<Connection>();

  constructor(key: string, channels: readonly string[], batch: boolean) {
    this.key = key;
    this.channels = channels;
    this.batch = batch;
  }
}

export function audienceKey(channels: readonly string[], batch: boolean): string {
  return `${batch ? "batch" : "single"} ${channels.join(" ")}`;
}
