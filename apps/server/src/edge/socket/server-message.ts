import { textFrame } from "./text-frame.ts";

/** A message to clients: serialised once, framed once, however many get it. */
export class ServerMessage {
  readonly json: string;
  private built: Buffer | undefined;

  constructor(type: string, data: object) {
    this.json = JSON.stringify({ type, data });
  }

  /** The message as one frame of its own. */
  get frame(): Buffer {
    this.built ??= textFrame(this.json);
    return this.built;
  }
}

/**
 * The bytes that carry `messages`, in order: a frame each, or for clients that asked for batches one frame with an
 * array.
 */
export function joinMessages(messages: readonly ServerMessage[], batch: boolean): Buffer {
  if (batch) return textFrame(`[${messages.map((message) => message.json).join(",")}]`);
  const [only] = messages;
  if (only !== undefined && messages.length === 1) return only.frame;
  return Buffer.concat(messages.map((message) => message.frame));
}
