import type { MessageSender } from "../../people/identity/mail-and-sms/message-sender.ts";
import { SendError } from "../../people/identity/mail-and-sms/send-error.ts";
import { Refusal } from "../protocol/operator-messages.ts";
import type { SignUpLink } from "./founding-links.ts";

/** Sends operators their links, so that nobody else sees them. Absent if no mail is configured. */
export type OperatorMail = (mailbox: string, name: string, link: SignUpLink) => Promise<Refusal | undefined>;

/** @param site URL of the console, without a path */
export function operatorMail(sender: MessageSender, site: string): OperatorMail {
  return async (mailbox, name, { path, expiresAtMs }) => {
    const text = [
      `You have been given access to the operators' console as ${name}.`,
      `Choose a password and a second factor here: ${site}${path}`,
      `The link works once, until ${new Date(expiresAtMs).toISOString().slice(0, 16).replace("T", " ")} UTC. Nobody else has it: do not pass it on.`,
      "If you did not expect this message, tell the owners of the exchange and do not open the link.",
    ].join("\n");
    try {
      await sender.send({ to: mailbox, channel: "ems", language: "en", subject: "Operators' console", text });
      return undefined;
    } catch (error) {
      if (error instanceof SendError) return new Refusal(`The mail could not be sent: ${error.message}.`);
      throw error;
    }
  };
}
