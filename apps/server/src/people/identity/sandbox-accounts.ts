import type { Outcome } from "@candor/wire/rejection";
import { reject } from "@candor/wire/rejection";
import { apiKeySealContext } from "./api-keys/api-key-register.ts";
import { openExchangeAccount } from "./exchange-account/open-exchange-account.ts";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { ApiKeyRecord } from "./identity-records.ts";
import { LabelledAccounts } from "./labelled-accounts.ts";
import { randomApiText, randomId, randomInvitation, randomToken, tokenHash } from "./random-codes.ts";
import { blankUser } from "./register-user.ts";
import type { OpenedSession } from "./session-register.ts";

/** An API key and its secret: 64 letters and digits each. */
export interface KeyPair {
  readonly apiKey: string;
  readonly secret: string;
}

/** An account for programs. */
export interface ProgramAccount {
  readonly userId: number;
  readonly username: string;
}

export interface KeyedAccount extends ProgramAccount {
  /** Whether the given secret belongs to the key. */
  readonly hasSecret: boolean;
}

const LABEL = "npm run sandbox";
const NAME_PREFIX = "bot_";
/** An empty list means the same, but such a key stops trading after 90 days. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/**
 * Accounts of a sandbox's programs: those of its own traders, and those that its owner opens, which are traders like all
 * others, but without a mailbox and without the limits of a registration.
 */
export class SandboxAccounts {
  private readonly context: IdentityContext;
  private readonly mode: "sandbox" | "live";
  private readonly labelled: LabelledAccounts;

  constructor(context: IdentityContext, mode: "sandbox" | "live") {
    this.context = context;
    this.mode = mode;
    this.labelled = new LabelledAccounts(context);
  }

  /** Throws in live mode, as all that opens accounts. */
  check(): void {
    if (this.mode !== "sandbox") throw new Error("accounts of programs exist only in the sandbox");
  }

  /** See LabelledAccounts. */
  async ensureLabelled(name: string): Promise<OpenedSession> {
    this.check();
    return await this.labelled.ensure(name);
  }

  /** Returns a random key with its secret. */
  randomKey(): KeyPair {
    return { apiKey: randomApiText(), secret: randomApiText() };
  }

  /** Returns the account that has this key, or `undefined` if none has. */
  find({ apiKey, secret }: KeyPair): KeyedAccount | undefined {
    const { store, sealing } = this.context;
    const found = store.state.apiKey(tokenHash(apiKey));
    if (found === undefined) return undefined;
    const { user, record } = found;
    const { userId } = user;
    const own =
      record.secret === ""
        ? undefined
        : sealing.openText(record.secret, apiKeySealContext(userId, record.apiKeyId));
    return { userId, username: user.username ?? "", hasSecret: own === secret };
  }

  /**
   * Opens an account without money and without a key.
   * @param username by default random
   * @param password to log in to the app with; without one, nobody can
   * @returns the account; rejects 39 for a name that is in use, 302 if there is no space for more users
   */
  async open(username?: string, password?: string): Promise<Outcome<ProgramAccount>> {
    this.check();
    const { store, hasher } = this.context;
    const name = username ?? this.unusedName();
    // Hashed before the checks, because others may register meanwhile.
    const passwordHash = await hasher.hash(password ?? randomToken(), {
      lane: "known",
      address: "127.0.0.1",
      account: name,
    });
    if (store.state.userByUsername(name.toLowerCase()) !== undefined) return reject("user.usernameExists");
    if (store.state.nextUserId >= IDENTITY_LIMITS.endUserId) return reject("request.featureOff");
    const user = blankUser(this.context, { username: name, nickname: name, passwordHash });
    await store.commit({ type: "registered", user });
    await openExchangeAccount(this.context, user.userId);
    return { userId: user.userId, username: name };
  }

  /** Gives an account a key that may read and trade from everywhere. */
  async addKey(userId: number, { apiKey, secret }: KeyPair): Promise<void> {
    this.check();
    const { store, sealing, nowMs } = this.context;
    const apiKeyId = randomId();
    const key: ApiKeyRecord = {
      apiKeyId,
      keyHash: tokenHash(apiKey),
      secret: sealing.sealText(secret, apiKeySealContext(userId, apiKeyId)),
      label: LABEL,
      permissions: ["read", "trade"],
      addresses: EVERYWHERE,
      createdAtMs: nowMs(),
      lastUsedAtMs: null,
    };
    await store.commit({ type: "api-key-added", userId, key });
  }

  private unusedName(): string {
    const { state } = this.context.store;
    let name: string;
    do name = NAME_PREFIX + randomInvitation().toLowerCase();
    while (state.userByUsername(name) !== undefined);
    return name;
  }
}
