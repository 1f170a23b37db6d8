import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Environment } from "../../config/environment.ts";
import { isFounded } from "../../config/instance.ts";
import { ChannelSender } from "../../people/identity/channel-sender.ts";
import { alarmChannels } from "./alarm-channels.ts";
import { ALARM_KINDS } from "./alarm-kinds.ts";

const WITHIN_MS = 8_000;
/** A server that is started again and again says the same thing once in this time. */
const SILENCE_MS = 600_000;
const MAX_TEXT = 400;

/**
 * A server that cannot start or go on is an alarm that nobody raises any more: tells mailboxes and webhook, at most for a few
 * seconds. The first start of a home has somebody in front of it and tells nobody.
 */
export async function tellLastWords(
  environment: Environment,
  text: string,
  warn: (error: unknown, message: string) => void,
): Promise<void> {
  if (!isFounded(environment.home) || wasToldLately(environment.home, text)) return;
  const { delivery } = environment.people;
  // Without a mail server there is nobody left to show an outbox.
  const nowhere = { send: () => Promise.reject(new Error("no mail server is set")) };
  const sender = new ChannelSender(delivery, nowhere);
  const name = "server-ended";
  const { severity } = ALARM_KINDS[name];
  const alarm = { name, severity, subject: "", text: text.slice(0, MAX_TEXT), sinceMs: Date.now() } as const;
  const telling = alarmChannels(environment, sender).map((channel) =>
    channel
      .send([{ kind: "raised", alarm }])
      .catch((error: unknown) => warn(error, `alarms: ${channel.name} did not take the last message`)),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WITHIN_MS);
  });
  await Promise.race([Promise.all(telling), late]);
  clearTimeout(timer);
  sender.close();
}

/** Outside the home, which is the exchange's own; where it cannot be stored, the message is sent each time. */
function wasToldLately(home: string, text: string): boolean {
  const digest = (value: string): string => createHash("sha256").update(value).digest("hex");
  const file = path.join(tmpdir(), `candor-last-words-${digest(home).slice(0, 16)}`);
  const said = digest(text);
  try {
    const [before = "", atMs = "0"] = readFileSync(file, "utf8").split(" ");
    if (before === said && Date.now() - Number(atMs) < SILENCE_MS) return true;
  } catch {
    // Nothing was said yet.
  }
  try {
    writeFileSync(file, `${said} ${Date.now()}`, { mode: 0o600 });
  } catch {
    return false;
  }
  return false;
}
