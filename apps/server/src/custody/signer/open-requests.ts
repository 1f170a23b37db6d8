import { SignerRefusedError, SignerUnavailableError } from "./signer-errors.ts";
import type { SignerAnswers, SignerReply } from "./signer-messages.ts";

type Answer = SignerAnswers[keyof SignerAnswers];

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Requests to a signer that have no answer yet. */
export class OpenRequests {
  private readonly timeoutMs: number;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  /**
   * Numbers a request and sends it. Rejects with SignerRefusedError, or with SignerUnavailableError: the outcome is then
   * unknown.
   * @param late called when no answer arrived in time
   */
  begin(send: (id: number) => void, late: () => void = () => undefined): Promise<Answer> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.fail(id, "no answer");
        late();
      }, this.timeoutMs);
      this.waiting.set(id, { resolve, reject, timer });
      send(id);
    });
  }

  settle(reply: SignerReply): void {
    const waiting = this.remove(reply.id);
    if (waiting === undefined) return;
    if ("refusal" in reply) waiting.reject(new SignerRefusedError(reply.refusal));
    else waiting.resolve(reply.answer);
  }

  fail(id: number, why: string): void {
    this.remove(id)?.reject(new SignerUnavailableError(why));
  }

  failAll(why: string): void {
    for (const id of this.waiting.keys()) this.fail(id, why);
  }

  private remove(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
