import type { Connection } from "./connection.ts";

/**
 * The connections that listen to exactly the same channels in the same form. What a tick of the clock has for them
 * is joined once and written to each, whatever the number of messages.
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
