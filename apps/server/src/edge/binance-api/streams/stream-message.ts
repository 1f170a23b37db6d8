import { textFrame } from "../../socket/text-frame.ts";

/** What a stream says: serialised once, and framed once for either form, however many get it. */
export class StreamMessage {
  private readonly stream: string;
  private readonly json: string;
  private rawFrame: Buffer | undefined;
  private combinedFrame: Buffer | undefined;

  constructor(stream: string, data: object) {
    this.stream = stream;
    this.json = JSON.stringify(data);
  }

  /** As a subscription of the WebSocket API gets it. */
  subscriptionFrame(subscriptionId: number): Buffer {
    return textFrame(`{"subscriptionId":${subscriptionId},"event":${this.json}}`);
  }

  /** @param isCombined with the stream's name around it */
  frame(isCombined: boolean): Buffer {
    if (isCombined) {
      this.combinedFrame ??= textFrame(`{"stream":${JSON.stringify(this.stream)},"data":${this.json}}`);
      return this.combinedFrame;
    }
    this.rawFrame ??= textFrame(this.json);
    return this.rawFrame;
  }
}
