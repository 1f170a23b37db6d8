import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Environment } from "../../config/environment.ts";
import { isFounded } from "../../config/instance.ts";
import { ChannelSender } from "../../people/identity/mail-and-sms/channel-sender.ts";
import { alarmChannels } from "./alarm-channels.ts";
import { ALARM_KINDS } from "./alarm-kinds.ts";

const WITHIN_MS = 8_000;
/** A server that restarts repeatedly sends the same message only once in this time. */
const SILENCE_MS = 600_000;
const MAX_TEXT = 400;

/**
 * Notifies mailboxes and the webhook that the server cannot start or continue, since no running process can raise that
 * alarm. Takes at most a few seconds. Does nothing on the first start of a home, when an operator is watching.
 */
export async function reportShutdown(
  environment: Environment,
  text: string,
  warn: (error: unknown, message: string) => void,
): Promise<void> {
  if (!isFounded(environment.home) || wasReportedRecently(environment.home, text)) return;
  const { delivery } = environment.people;
  // Without a mail server, no process is left to show the outbox.
  const nowhere = { send: () => Promise.reject(new Error("no mail server is configured")) };
  const sender = new ChannelSender(delivery, nowhere);
  const name = "server-ended";
  const { severity } = ALARM_KINDS[name];
  const alarm = { name, severity, subject: "", text: text.slice(0, MAX_TEXT), sinceMs: Date.now() } as const;
  const telling = alarmChannels(environment, sender).map((channel) =>
    channel
      .send([{ kind: "raised", alarm }])
      .catch((error: unknown) => warn(error, `alarms: ${channel.name} did not accept the last message`)),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WITHIN_MS);
  });
  await Promise.race([Promise.all(telling), late]);
  clearTimeout(timer);
  sender.close();
}

/** Stored outside the home, which belongs to the exchange. If it cannot be stored, the message is sent every time. */
function wasReportedRecently(home: string, text: string): boolean {
  const digest = (value: string): string => createHash("sha256").update(value).digest("hex");
  const file = path.join(tmpdir(), `candor-last-words-${digest(home).slice(0, 16)}`);
  const said = digest(text);
  try {
    const [before = "", atMs = "0"] = readFileSync(file, "utf8").split(" ");
    if (before === said && Date.now() - Number(atMs) < SILENCE_MS) return true;
  } catch {
    // Nothing has been sent yet.
  }
  try {
    writeFileSync(file, `${said} ${Date.now()}`, { mode: 0o600 });
  } catch {
    return false;
  }
  return false;
}
