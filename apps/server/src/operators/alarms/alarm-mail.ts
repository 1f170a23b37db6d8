import { LIMITS } from "@candor/domain/limits";
import type { OutgoingMessage } from "../../people/identity/mail-and-sms/message-sender.ts";
import { ALARM_KINDS } from "./alarm-kinds.ts";
import type { AlarmChange } from "./alarms.ts";

/** Lines per mail; further changes are only counted. */
const MAX_LINES = 40;

/** Returns one email about all changes. */
export function alarmMail(to: string, exchange: string, changes: readonly AlarmChange[]): OutgoingMessage {
  const raised = changes.filter(({ kind }) => kind === "raised");
  const titles = [
    ...new Set((raised.length > 0 ? raised : changes).map(({ alarm }) => ALARM_KINDS[alarm.name].title)),
  ];
  const word = raised.length > 0 ? "ALARM" : "cleared";
  const lines = changes.slice(0, MAX_LINES).map(lineOf);
  const others = changes.length - lines.length;
  return {
    to,
    channel: "ems",
    language: "en",
    subject: `[${exchange}] ${word}: ${titles.join(", ")}`.slice(0, LIMITS.maxReasonLength),
    text: [
      ...lines,
      ...(others > 0 ? [`and ${others} more`] : []),
      "",
      "The console's dashboard shows the alarms raised now.",
    ].join("\n"),
  };
}

function lineOf({ kind, alarm: { name, severity, subject, text, sinceMs } }: AlarmChange): string {
  const about = subject === "" ? "" : ` (${subject})`;
  const since = new Date(sinceMs).toISOString();
  return `${kind.toUpperCase()} ${severity} ${ALARM_KINDS[name].title}${about}: ${text} [since ${since}]`;
}
