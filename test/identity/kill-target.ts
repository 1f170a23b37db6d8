import { flushCompileCache } from "node:module";
import { Identity } from "@candor/server/people/identity/identity-service";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { NO_EXCHANGE } from "../support/identity/no-exchange.ts";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";

/** What the process to be killed has promised. */
export interface DurableFact {
  readonly userId: number;
  readonly username: string;
  readonly password: string;
  readonly token: string;
  readonly favourites: readonly string[];
  readonly phrase: string;
  /** Recovery codes: one used and one unused. */
  readonly usedCode: string;
  readonly freshCode: string;
  readonly passkeyName: string;
  /** End of the hold started by the second factor added after the first. */
  readonly holdUntilMs: number;
  readonly loginIds: readonly number[];
}

const [directory = "", round = ""] = process.argv.slice(2);
const CALLER = { address: "203.0.113.7", language: "en", host: "localhost" } as const;
const SIDE_BY_SIDE = 4;

const identity = Identity.open({
  directory,
  mode: "sandbox",
  hashCost: { memoryKib: 8, passes: 1 },
  settings: { inviteOnly: false, registrationBy: ["username"] },
  // The journal is compacted all the time, so that kills hit compaction too.
  minOutdated: 20,
  exchange: NO_EXCHANGE,
});

// A killed process does not write its compile cache by itself.
flushCompileCache();

async function people(line: number): Promise<void> {
  for (let count = 0; ; count++) {
    const username = `user_${round}_${line}_${count}`;
    const session = await identity.register(CALLER, { username, password: "kestrel7" });
    if (session instanceof Rejected) throw new Error(session.error);
    const { userId } = session;
    const newPassword = `kestrel${count}x`;
    const reset = { kind: "login", oldPassword: "kestrel7", newPassword } as const;
    const done = await identity.resetPassword(CALLER, session, reset);
    if (done instanceof Rejected) throw new Error(done.error);
    await identity.setFavourite(userId, "spot:BTCUSDT", true);
    await identity.setFavourite(userId, "spot:ETHUSDT", true);
    const { token } = session;
    const favourites = ["spot:BTCUSDT", "spot:ETHUSDT"];
    const phrase = `heron ${count}`;
    await identity.changeProfile(userId, { antiPhishingCode: phrase });
    const [usedCode = "", freshCode = "", passkeyCode = ""] = await enableCodes(userId, newPassword);
    const secondFactor = { totp: usedCode };
    given(await identity.logIn(CALLER, { account: username, password: newPassword, secondFactor }));
    const passkeyName = `key ${count}`;
    await addPasskey(userId, newPassword, passkeyName, passkeyCode);
    const fact: DurableFact = {
      userId,
      username,
      password: newPassword,
      token,
      favourites,
      phrase,
      usedCode,
      freshCode,
      passkeyName,
      holdUntilMs: identity.withdrawalHold(userId)?.untilMs ?? 0,
      loginIds: identity.logins(userId, 10).map(({ loginId }) => loginId),
    };
    process.send?.(fact);
  }
}

async function enableCodes(userId: number, password: string): Promise<readonly string[]> {
  const { secret = "" } = given(await identity.useTotp(CALLER, userId, { action: "begin" }));
  const totp = generateSync({ secret });
  const { recoveryCodes = [] } = given(
    await identity.useTotp(CALLER, userId, { action: "enable", totp, password }),
  );
  return recoveryCodes;
}

async function addPasskey(userId: number, password: string, name: string, totp: string): Promise<void> {
  const begin = { action: "begin", password, secondFactor: { totp } } as const;
  const { options = {} } = given(await identity.usePasskeys(CALLER, userId, begin));
  const credential = new SoftwareAuthenticator().create(options, { origin: "http://localhost" });
  given(await identity.usePasskeys(CALLER, userId, { action: "finish", credential, name }));
}

function given<T>(outcome: T | Rejected): T {
  if (outcome instanceof Rejected) throw new Error(outcome.error);
  return outcome;
}

await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, line) => people(line)));
