import type { PasswordRule } from "@candor/text/account-rules";
import { isNetwork } from "../kit/limits/shared-networks.ts";
import type { DeliverySettings } from "./delivery-settings.ts";
import { SettingError } from "./setting-error.ts";

/** Accounts that one address may open in a day, unless the operator sets another number. */
export const DEFAULT_REGISTRATIONS_PER_DAY = 100;

/** How people reach the site, and how it contacts them. */
export interface PeopleSettings {
  /** Without a path; passkeys are bound to its host. undefined: this machine only. */
  readonly publicUrl: string | undefined;
  readonly delivery: DeliverySettings;
  /** The operator's contact address, shown to everyone. */
  readonly supportEmail: string;
  /** Registration needs an invitation, from a user or the platform. */
  readonly inviteOnly: boolean;
  /** Requirements for login passwords. */
  readonly passwordRule: PasswordRule;
  /** The sandbox's outbox is readable without the printed link. */
  readonly outboxOpen: boolean;
  /** Whether notices are pushed to browsers; off on a copy of a home, whose users must not get them twice. */
  readonly pushes: boolean;
  /** A reverse proxy on this machine sets the client's address in X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** Networks with many users behind few addresses, exempt from the limits by address. Addresses or CIDR blocks. */
  readonly sharedNetworks: readonly string[];
  /** Accounts that one address may register per day. */
  readonly registrationsPerDay: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_FROM_NAME = "Candor";
/** Placeholder for a sandbox without its own address; nobody can own it. */
export const EXAMPLE_SUPPORT_EMAIL = "support@candor.example";
const MAILBOX = /^[^\s<>@]{1,64}@[^\s<>@]{1,253}$/;
const MAIL_FROM = /^(?:[^<>\r\n]{1,100} )?<?[^\s<>@]{1,64}@[^\s<>@]{1,253}>?$/;

/** Reads and checks the settings; throws SettingError. */
export function readPeopleSettings(variables: Variables): PeopleSettings {
  const publicUrl = address(variables, "CANDOR_PUBLIC_URL", ["https:", "http:"]);
  return {
    publicUrl: publicUrl?.origin,
    delivery: {
      smtp: smtp(variables, publicUrl),
      sms: sms(variables),
    },
    supportEmail: supportEmail(variables, publicUrl),
    inviteOnly: choice(variables, "CANDOR_INVITE_ONLY", ["on", "off"]) === "on",
    passwordRule: choice(variables, "CANDOR_PASSWORD_RULE", ["short", "long"]),
    outboxOpen: choice(variables, "CANDOR_OUTBOX", ["local", "open"]) === "open",
    pushes: choice(variables, "CANDOR_PUSH", ["on", "off"]) === "on",
    trustProxy: choice(variables, "CANDOR_PROXY", ["none", "local"]) === "local",
    sharedNetworks: sharedNetworks(variables),
    registrationsPerDay: registrationsPerDay(variables),
  };
}

function textOf(variables: Variables, name: string): string | undefined {
  const text = variables[name];
  return text === "" ? undefined : text;
}

/** The error omits the value, because mail server addresses contain passwords. */
function address(variables: Variables, name: string, schemes: readonly string[]): URL | undefined {
  const text = textOf(variables, name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !schemes.includes(url.protocol) || url.hostname === "")
    throw new SettingError(name, `must be a URL that starts with ${schemes.join("// or ")}//`);
  return url;
}

function smtp(variables: Variables, publicUrl: URL | undefined): DeliverySettings["smtp"] {
  const url = address(variables, "CANDOR_SMTP_URL", ["smtp:", "smtps:"]);
  if (url === undefined) return undefined;
  const given = textOf(variables, "CANDOR_MAIL_FROM");
  if (given !== undefined && !MAIL_FROM.test(given))
    throw new SettingError("CANDOR_MAIL_FROM", "must be a mailbox: `Name <name@host>`");
  const from = given ?? `${DEFAULT_FROM_NAME} <no-reply@${publicUrl?.hostname ?? url.hostname}>`;
  return { url: url.href, from };
}

/** Returns the support address; by default the usual mailbox of the site's domain. */
function supportEmail(variables: Variables, publicUrl: URL | undefined): string {
  const given = textOf(variables, "CANDOR_SUPPORT_EMAIL");
  if (given === undefined)
    return publicUrl?.protocol === "https:" ? `support@${publicUrl.hostname}` : EXAMPLE_SUPPORT_EMAIL;
  if (!MAILBOX.test(given)) throw new SettingError("CANDOR_SUPPORT_EMAIL", "must be a mailbox: name@host");
  return given;
}

function sms(variables: Variables): DeliverySettings["sms"] {
  const url = address(variables, "CANDOR_SMS_URL", ["https:", "http:"]);
  return url === undefined ? undefined : { url: url.href, token: textOf(variables, "CANDOR_SMS_TOKEN") };
}

function sharedNetworks(variables: Variables): readonly string[] {
  const name = "CANDOR_SHARED_NETWORKS";
  const networks = (textOf(variables, name) ?? "").split(",").map((each) => each.trim());
  const named = networks.filter((each) => each !== "");
  const wrong = named.find((each) => !isNetwork(each));
  if (wrong !== undefined)
    throw new SettingError(
      name,
      `must be addresses or blocks such as 192.0.2.0/24, separated by commas, got "${wrong}"`,
    );
  return named;
}

function registrationsPerDay(variables: Variables): number {
  const name = "CANDOR_REGISTRATIONS_PER_DAY";
  const text = textOf(variables, name) ?? String(DEFAULT_REGISTRATIONS_PER_DAY);
  if (!/^[1-9][0-9]{0,5}$/.test(text))
    throw new SettingError(name, `must be a number from 1 to 999999, got "${text}"`);
  return Number(text);
}

function choice<T extends string>(variables: Variables, name: string, choices: readonly [T, ...T[]]): T {
  const text = textOf(variables, name) ?? choices[0];
  const found = choices.find((candidate) => candidate === text);
  if (found === undefined)
    throw new SettingError(name, `must be one of ${choices.join(", ")}, got "${text}"`);
  return found;
}
