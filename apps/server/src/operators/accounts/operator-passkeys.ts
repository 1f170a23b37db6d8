import type { PasskeyRecord } from "../../people/identity/identity-records.ts";
import { randomToken } from "../../people/identity/random-codes.ts";
import {
  creationOptions,
  provenAnswer,
  questionOptions,
  readAnswer,
  verifyNewPasskey,
  type WebAuthnJson,
} from "../../people/identity/second-factors/passkey-ceremony.ts";
import { PasskeyChallenges } from "../../people/identity/second-factors/passkey-challenges.ts";
import { relyingPartyOf } from "../../people/identity/second-factors/relying-party.ts";
import { Refusal } from "../protocol/operator-messages.ts";
import { isActive, type OperatorAccount } from "./operator-account.ts";

const MAX_PASSKEYS = 10;
const NOT_HERE = "Passkeys need the site's own name. This page was opened by an IP address or another name.";

/** The challenge was answered before, is too old, or was issued before a restart. */
export const EXPIRED = "This request has expired. Begin again.";

export interface OperatorPasskeyPorts {
  readonly list: () => readonly OperatorAccount[];
  readonly get: (name: string) => OperatorAccount | undefined;
  readonly write: (account: OperatorAccount) => Promise<void>;
  /** Public URL of the site; `undefined` if only this machine can reach it. */
  readonly publicUrl: string | undefined;
  readonly nowMs: () => number;
  /** Writes a message for the server's administrator to the log. */
  readonly report: (message: string) => void;
}

/**
 * Passkeys of operators. A passkey is enough to sign in, because its authenticator has verified its owner by a
 * fingerprint or a PIN: no others are accepted.
 */
export class OperatorPasskeys {
  private readonly ports: OperatorPasskeyPorts;
  private readonly challenges: PasskeyChallenges;

  constructor(ports: OperatorPasskeyPorts) {
    this.ports = ports;
    this.challenges = new PasskeyChallenges(ports.nowMs);
  }

  /** Returns the challenge for signing in. */
  async question(host: string): Promise<WebAuthnJson | Refusal> {
    const party = relyingPartyOf(host, this.ports.publicUrl);
    if (party === undefined) return new Refusal(NOT_HERE);
    const challenge = this.challenges.issue({
      purpose: "login",
      owner: undefined,
      party,
      userHandle: undefined,
    });
    return await questionOptions(party, challenge, "required");
  }

  /**
   * Returns the operator of a valid response and records the use, or `undefined` if it is invalid or they have no
   * access, or "expired" if its challenge is not open any more.
   */
  async proven(json: WebAuthnJson): Promise<OperatorAccount | "expired" | undefined> {
    const answer = readAnswer(json);
    if (answer === undefined) return undefined;
    const challenge = this.challenges.take(answer.challengeText, "login", undefined);
    if (challenge === "expired") return challenge;
    const found = this.holderOf(answer.assertion.id);
    if (challenge === undefined || found?.passkey.rpId !== challenge.party.rpId) return undefined;
    const proven = await provenAnswer(answer, challenge, found.passkey, true);
    // Meanwhile it may have been removed, or its owner disabled.
    const now = this.holderOf(answer.assertion.id);
    if (proven === undefined || now === undefined || !isActive(now.account)) return undefined;
    if (proven.counterRegressed)
      this.ports.report(
        `counter of synced passkey ${now.passkey.passkeyId} of operator ${now.account.name} went backwards`,
      );
    const used = { ...now.passkey, counter: proven.counter, lastUsedAtMs: this.ports.nowMs() };
    const account = withPasskeys(now.account, (all) =>
      all.map((each) => (each.passkeyId === used.passkeyId ? used : each)),
    );
    await this.ports.write(account);
    return account;
  }

  /** Returns the options for creating a passkey in a browser. */
  async creation(account: OperatorAccount, host: string): Promise<WebAuthnJson | Refusal> {
    const party = relyingPartyOf(host, this.ports.publicUrl);
    if (party === undefined) return new Refusal(NOT_HERE);
    const { name, passkeys } = account;
    if (passkeys.length >= MAX_PASSKEYS) return new Refusal(`You can have at most ${MAX_PASSKEYS} passkeys.`);
    const userHandle = passkeys[0]?.userHandle ?? randomToken();
    const challenge = this.challenges.issue({ purpose: "add", owner: name, party, userHandle });
    const owner = {
      account: `${name} (console)`,
      displayName: name,
      passkeys: passkeys.filter(({ rpId }) => rpId === party.rpId),
    };
    return await creationOptions(owner, party, challenge, userHandle, "required");
  }

  async add(name: string, json: WebAuthnJson, label: string): Promise<PasskeyRecord | Refusal> {
    const createdAtMs = this.ports.nowMs();
    const given = { name: label, createdAtMs, requireUserVerification: true };
    const isKnown = (id: string): boolean => this.holderOf(id) !== undefined;
    const made = await verifyNewPasskey(this.challenges, name, json, given, isKnown);
    const account = this.ports.get(name);
    if (made === "expired") return new Refusal(EXPIRED);
    if (made === undefined || made === "malformed" || account === undefined || !isActive(account))
      return new Refusal("This passkey could not be verified. Try again.");
    if (account.passkeys.length >= MAX_PASSKEYS)
      return new Refusal(`You can have at most ${MAX_PASSKEYS} passkeys.`);
    await this.ports.write(withPasskeys(account, (all) => [...all, made]));
    return made;
  }

  /** @param name name of an authenticated operator; their current account is used */
  async remove(name: string, passkeyId: string): Promise<PasskeyRecord | Refusal> {
    const account = this.ports.get(name);
    const passkey = account?.passkeys.find((each) => each.passkeyId === passkeyId);
    if (account === undefined || !isActive(account) || passkey === undefined)
      return new Refusal("You have no such passkey.");
    await this.ports.write(
      withPasskeys(account, (all) => all.filter((each) => each.passkeyId !== passkeyId)),
    );
    return passkey;
  }

  private holderOf(
    id: string,
  ): { readonly account: OperatorAccount; readonly passkey: PasskeyRecord } | undefined {
    for (const account of this.ports.list()) {
      const passkey = account.passkeys.find(({ credentialId }) => credentialId === id);
      if (passkey !== undefined) return { account, passkey };
    }
    return undefined;
  }
}

function withPasskeys(
  account: OperatorAccount,
  change: (passkeys: readonly PasskeyRecord[]) => readonly PasskeyRecord[],
): OperatorAccount {
  return { ...account, passkeys: change(account.passkeys) };
}
