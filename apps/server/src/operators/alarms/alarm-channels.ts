import type { Environment } from "../../config/environment.ts";
import type { MessageSender } from "../../people/identity/mail-and-sms/message-sender.ts";
import type { AlarmChannel } from "./alarm-delivery.ts";
import { alarmMail } from "./alarm-mail.ts";
import { postAlarms } from "./alarm-webhook.ts";

/** The alarm channels that the settings configure. */
export function alarmChannels(
  { alarms, people, mode }: Pick<Environment, "alarms" | "people" | "mode">,
  sender: MessageSender,
): readonly AlarmChannel[] {
  const exchange = people.publicUrl === undefined ? `Candor, ${mode}` : new URL(people.publicUrl).hostname;
  const { webhook } = alarms;
  return [
    ...(alarms.mail.map((to) => ({
      name: "a mailbox of CANDOR_ALARM_MAIL",
      send: (changes) => sender.send(alarmMail(to, exchange, changes)),
    })) satisfies AlarmChannel[]),
    ...(webhook === undefined
      ? []
      : ([
          {
            name: "CANDOR_ALARM_WEBHOOK",
            send: (changes) =>
              postAlarms(webhook.url, webhook.secret, { exchange, sentAtMs: Date.now(), changes }),
          },
        ] satisfies AlarmChannel[])),
  ];
}
