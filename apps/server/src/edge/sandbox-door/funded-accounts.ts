import { Rejected } from "@candor/wire/rejection";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { KeyPair, ProgramAccount, SandboxAccounts } from "../../people/identity/sandbox-accounts.ts";
import { readAccountRequest, type WantedAccount } from "./account-request.ts";
import { type Amounts, amountsIn, checkTreasury, type FundingPorts, fundAccount } from "./fund-account.ts";

/** A funded account and its key, as JSON. */
export interface AccountReply {
  /** False if the key existed: then nothing was changed. */
  readonly created: boolean;
  readonly userId: number;
  readonly username: string;
  readonly apiKey: string;
  readonly secret: string;
  /** Balances of the spot wallet and of the contract wallet now. */
  readonly spot: Amounts;
  readonly futures: Amounts;
  /** The server's address. */
  readonly url: string;
}

export interface DoorPorts extends FundingPorts {
  readonly identity: Pick<Identity, "sandboxAccounts" | "settings">;
  /** The server's address for programs. */
  readonly url: string;
}

/** Opens accounts with play money and an API key, for the owner of a sandbox. */
export class FundedAccounts {
  private readonly ports: DoorPorts;
  private readonly accounts: SandboxAccounts;
  /** One account at a time, so that a key that is given twice has one account. */
  private last: Promise<unknown> = Promise.resolve();

  /** Throws in live mode. */
  constructor(ports: DoorPorts) {
    this.ports = ports;
    this.accounts = ports.identity.sandboxAccounts;
    this.accounts.check();
  }

  /**
   * Opens an account as a request's JSON describes it. The same key again returns its account and changes nothing. Rejects
   * if the exchange does: the account then has no key.
   */
  open(body: unknown): Promise<AccountReply | Refusal> {
    const opening = this.last.then(() => this.openNext(body));
    this.last = opening.catch(() => undefined);
    return opening;
  }

  private async openNext(body: unknown): Promise<AccountReply | Refusal> {
    const { identity, listings } = this.ports;
    const wanted = readAccountRequest(body, listings, identity.settings.passwordRule);
    if (wanted instanceof Refusal) return wanted;
    const { key } = wanted;
    const found = key === undefined ? undefined : this.accounts.find(key);
    if (key === undefined || found === undefined)
      return await this.create(wanted, key ?? this.accounts.randomKey());
    if (!found.hasSecret)
      return new Refusal("This API key exists with another secret. Use another key, or its own secret.");
    return await this.replyOf(found, key, false);
  }

  private async create(wanted: WantedAccount, key: KeyPair): Promise<AccountReply | Refusal> {
    const tooMuch = await checkTreasury(this.ports, wanted.funds);
    if (tooMuch !== undefined) return tooMuch;
    const account = await this.accounts.open(wanted.username, wanted.password);
    if (account instanceof Rejected)
      return new Refusal(
        account.error === "user.usernameExists"
          ? `The username ${wanted.username} is in use.`
          : "The exchange has no space for more accounts.",
      );
    await fundAccount(this.ports, account.userId, wanted.funds);
    // Last, so that an account whose key works has all of its money.
    await this.accounts.addKey(account.userId, key);
    return await this.replyOf(account, key, true);
  }

  private async replyOf(
    { userId, username }: ProgramAccount,
    { apiKey, secret }: KeyPair,
    created: boolean,
  ): Promise<AccountReply> {
    const { engine, listings, url } = this.ports;
    const view = await engine.accountView(userId);
    const [spot, futures] = [amountsIn(view, "coin", listings), amountsIn(view, "contract", listings)];
    return { created, userId, username, apiKey, secret, spot, futures, url };
  }
}
