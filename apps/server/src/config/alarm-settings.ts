import { SettingError } from "./setting-error.ts";

/** Alarm receivers other than the console. */
export interface AlarmSettings {
  readonly mail: readonly string[];
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

const MAILBOX = /^[^\s<>@,]{1,64}@[^\s<>@,]{1,253}$/;
const MAX_MAILBOXES = 10;
const MIN_SECRET_LENGTH = 16;
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Reads and checks the settings. Throws SettingError, which never contains the webhook's address because it may contain
 * a key.
 */
export function readAlarmSettings(
  variables: Variables,
  mode: "sandbox" | "live",
  hasMailServer: boolean,
): AlarmSettings {
  const text = (name: string): string => variables[name] ?? "";
  const mail = text("CANDOR_ALARM_MAIL")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  if (mail.length > MAX_MAILBOXES || mail.some((each) => !MAILBOX.test(each)))
    throw new SettingError(
      "CANDOR_ALARM_MAIL",
      `must be up to ${MAX_MAILBOXES} mailboxes, separated by commas: name@host,other@host`,
    );
  if (mail.length > 0 && mode === "live" && !hasMailServer)
    throw new SettingError("CANDOR_ALARM_MAIL", "requires CANDOR_SMTP_URL: without it no mail is sent");
  return { mail, webhook: webhook(text("CANDOR_ALARM_WEBHOOK"), text("CANDOR_ALARM_WEBHOOK_SECRET"), mode) };
}

function webhook(url: string, secret: string, mode: "sandbox" | "live"): AlarmSettings["webhook"] {
  if (url === "") return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isPlain = parsed?.protocol === "http:";
  if (parsed === undefined || (!isPlain && parsed.protocol !== "https:"))
    throw new SettingError("CANDOR_ALARM_WEBHOOK", "must be an http or https URL");
  if (isPlain && mode === "live" && !LOOPBACK.has(parsed.hostname))
    throw new SettingError(
      "CANDOR_ALARM_WEBHOOK",
      "must be an https URL in live mode, or http on this machine",
    );
  if (secret.length < MIN_SECRET_LENGTH)
    throw new SettingError(
      "CANDOR_ALARM_WEBHOOK_SECRET",
      `is required with CANDOR_ALARM_WEBHOOK: at least ${MIN_SECRET_LENGTH} characters, used to sign each message`,
    );
  return { url, secret };
}
