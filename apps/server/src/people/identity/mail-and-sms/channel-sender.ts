import type { DeliverySettings } from "../../../config/delivery-settings.ts";
import { HttpSmsSender } from "./http-sms-sender.ts";
import type { MessageSender, OutgoingMessage } from "./message-sender.ts";
import { SmtpSender } from "./smtp-sender.ts";

/** Sends emails and text messages over separate channels; messages without a channel stay in the outbox. */
export class ChannelSender implements MessageSender {
  private readonly mail: MessageSender;
  private readonly phone: MessageSender;
  private readonly smtp: SmtpSender | undefined;

  constructor({ smtp, sms }: DeliverySettings, outbox: MessageSender) {
    this.smtp = smtp === undefined ? undefined : new SmtpSender(smtp);
    this.mail = this.smtp ?? outbox;
    this.phone = sms === undefined ? outbox : new HttpSmsSender(sms);
  }

  send(message: OutgoingMessage): Promise<void> {
    return (message.channel === "ems" ? this.mail : this.phone).send(message);
  }

  close(): void {
    this.smtp?.close();
  }
}
