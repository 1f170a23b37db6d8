import type { ServerMessageData, ServerMessageType } from "@candor/wire/socket/server-messages";
import { arrayFrame, textFrame } from "./text-frame.ts";

/** A message to clients: serialized once and framed once, for any number of recipients. */
export class ServerMessage<Type extends ServerMessageType = ServerMessageType> {
  readonly json: string;
  private built: Buffer | undefined;

  constructor(type: Type, data: ServerMessageData<Type>) {
    this.json = JSON.stringify({ type, data });
  }

  /** The message as a separate frame. */
  get frame(): Buffer {
    this.built ??= textFrame(this.json);
    return this.built;
  }
}

/**
 * Returns the bytes for `messages`, in order: one frame each, or one frame with an array for clients that asked for
 * batches.
 */
export function joinMessages(messages: readonly ServerMessage[], batch: boolean): Buffer {
  if (batch) return joinTexts(jsonOf(messages), true);
  const [only] = messages;
  if (only !== undefined && messages.length === 1) return only.frame;
  return Buffer.concat(messages.map((message) => message.frame));
}

const jsonOf = (messages: readonly ServerMessage[]): readonly string[] => messages.map(({ json }) => json);

/** The same for messages that only one client receives, as JSON. */
export function joinTexts(texts: readonly string[], batch: boolean): Buffer {
  if (batch) return arrayFrame(texts);
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return textFrame(only);
  return Buffer.concat(texts.map(textFrame));
}
