import type { HttpSmsSettings } from "../../config/delivery-settings.ts";
import type { MessageSender, OutgoingMessage } from "./message-sender.ts";
import { SendError } from "./send-error.ts";

const TIMEOUT_MS = 10_000;

/**
 * Phone messages by a provider of the operator's: a POST of JSON `{to, text, language}`. Any answer from 200 to 299
 * means that it was taken. A provider with another form is reached through a few lines of the operator's own.
 */
export class HttpSmsSender implements MessageSender {
  private readonly settings: HttpSmsSettings;

  constructor(settings: HttpSmsSettings) {
    this.settings = settings;
  }

  /** Rejects with SendError when it was not taken. */
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
    if (status < 200 || status > 299) throw new SendError(`the phone provider answered ${status}`);
  }
}
