import type { HttpSmsSettings } from "../../../config/delivery-settings.ts";
import type { MessageSender, OutgoingMessage } from "./message-sender.ts";
import { SendError } from "./send-error.ts";

const TIMEOUT_MS = 10_000;

/**
 * Sends text messages through the operator's provider: a POST of JSON `{to, text, language}`. Any status from 200 to
 * 299 means accepted. A provider with another API needs a small adapter by the operator.
 */
export class HttpSmsSender implements MessageSender {
  private readonly settings: HttpSmsSettings;

  constructor(settings: HttpSmsSettings) {
    this.settings = settings;
  }

  /** Rejects with SendError if the message was not accepted. */
  async send({ to, text, language }: OutgoingMessage): Promise<void> {
    const { url, token } = this.settings;
    let status: number;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text, language }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      ({ status } = response);
      await response.body?.cancel();
    } catch (error) {
      throw SendError.from(error instanceof Error ? (error.cause ?? error) : error);
    }
    if (status < 200 || status > 299) throw new SendError(`the SMS provider answered ${status}`);
  }
}
