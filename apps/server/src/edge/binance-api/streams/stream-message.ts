import { textFrame } from "../../socket/text-frame.ts";

/** A stream message. It is serialized once, and framed once per format, for any number of receivers. */
export class StreamMessage {
  private readonly stream: string;
  private readonly json: string;
  private rawFrame: Buffer | undefined;
  private combinedFrame: Buffer | undefined;

  constructor(stream: string, data: object) {
    this.stream = stream;
    this.json = JSON.stringify(data);
  }

  /** Frame for a subscription of the WebSocket API. */
  subscriptionFrame(subscriptionId: number): Buffer {
    return textFrame(`{"subscriptionId":${subscriptionId},"event":${this.json}}`);
  }

  /** @param isCombined wraps the message with the stream's name */
  frame(isCombined: boolean): Buffer {
    if (isCombined) {
      this.combinedFrame ??= textFrame(`{"stream":${JSON.stringify(this.stream)},"data":${this.json}}`);
      return this.combinedFrame;
    }
    this.rawFrame ??= textFrame(this.json);
    return this.rawFrame;
  }
}
