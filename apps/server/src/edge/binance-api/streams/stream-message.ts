import { textFrame } from "../../socket/text-frame.ts";
import { eventInMicroseconds } from "../time-unit.ts";

/** A stream message. It is serialized once per unit of time, and framed once per format, for any number of receivers. */
export class StreamMessage {
  readonly stream: string;
  private readonly data: object;
  private readonly json: string;
  private micros: string | undefined;
  private readonly frames = new Map<string, Buffer>();

  constructor(stream: string, data: object) {
    this.stream = stream;
    this.data = data;
    this.json = JSON.stringify(data);
  }

  /** Frame for a subscription of the WebSocket API. */
  subscriptionFrame(subscriptionId: number, inMicroseconds: boolean): Buffer {
    return textFrame(`{"subscriptionId":${subscriptionId},"event":${this.text(inMicroseconds)}}`);
  }

  /** @param isCombined wraps the message with the stream's name */
  frame(isCombined: boolean, inMicroseconds: boolean): Buffer {
    const key = `${isCombined ? "combined" : "raw"} ${inMicroseconds ? "micro" : "milli"}`;
    const known = this.frames.get(key);
    if (known !== undefined) return known;
    const text = this.text(inMicroseconds);
    const frame = textFrame(isCombined ? `{"stream":${JSON.stringify(this.stream)},"data":${text}}` : text);
    this.frames.set(key, frame);
    return frame;
  }

  private text(inMicroseconds: boolean): string {
    if (!inMicroseconds) return this.json;
    this.micros ??= JSON.stringify(eventInMicroseconds(this.data));
    return this.micros;
  }
}
