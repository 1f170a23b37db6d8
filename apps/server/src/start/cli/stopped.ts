import path from "node:path";
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { joinToOneLine } from "@candor/text/visible-text";
import { readEnvironment } from "../../config/environment.ts";
import { decideRetry, decideSkip, NotDecidableError, stopOf } from "../../engine/home/decide-stop.ts";
import { expectChanges, readManifest } from "../../engine/home/manifest.ts";
import { stopAdvice } from "../../engine/home/stopped-command.ts";
import { machineFactory } from "../../engine/runtime/exchange-machine.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import { isActive, type OperatorAccount } from "../../operators/accounts/operator-account.ts";
import { OperatorAccounts } from "../../operators/accounts/operator-accounts.ts";
import { SignInRefusal } from "../../operators/accounts/operator-sign-in.ts";
import { whyNotTwo } from "../../operators/desk/two-people.ts";
import { mayUse, type Role } from "../../operators/protocol/roles.ts";

export const STOPPED = "stopped";
/** Those who may decide in the console about what the exchange executes. */
const DECIDING: readonly Role[] = ["owner", "risk"];

export interface StoppedRequest {
  readonly home: string;
  readonly operator: string;
  readonly reason: string;
}

/** @returns what stopped the exchange, as lines */
export function showStop(home: string): readonly string[] {
  const stop = stopOf(home);
  return [stopAdvice(stop), "", `Record      ${stop.record}`, `SHA-256     ${stop.sha256}`, stop.stack];
}

/** Lets the next start execute the command again. */
export function retryStopped({ home, operator, reason }: StoppedRequest): readonly string[] {
  return decideRetry({ ...decisionIn(home, reason), decidedBy: [operator] });
}

/** Skips the command, if two operators prove with password and code that they agree. */
export async function skipStopped({ home, operator, reason }: StoppedRequest): Promise<readonly string[]> {
  stopOf(home);
  const decidedBy = await deciding(home, operator);
  return decideSkip({ ...decisionIn(home, reason), decidedBy });
}

const decisionIn = (home: string, reason: string) => ({
  home,
  factory: machineFactory,
  reason: joinToOneLine(reason),
  nowMs: Date.now,
});

/** A sandbox without two operators has play money only: there, someone with the server's account decides. */
async function deciding(home: string, operator: string): Promise<readonly string[]> {
  const manifest = readManifest(home);
  const isSandbox = manifest !== undefined && manifest !== "damaged" && manifest.instance.mode === "sandbox";
  const { keyFile } = readEnvironment({ ...process.env, CANDOR_HOME: home });
  const accounts = OperatorAccounts.open({
    directory: path.join(home, "operators"),
    sealing: SealingKey.ofFile(keyFile),
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    const able = accounts.list().filter((each) => isActive(each) && mayUse(each.roles, DECIDING));
    if (isSandbox && able.length < 2) return [`${operator} (machine)`];
    // A code that is used up is a record.
    expectChanges(home);
    return await twoPeople(accounts);
  } finally {
    accounts.close();
  }
}

async function twoPeople(accounts: OperatorAccounts): Promise<readonly string[]> {
  const terminal = new Questions();
  try {
    const first = await proven(accounts, terminal, "First operator");
    const second = await proven(accounts, terminal, "Second operator");
    if (first.name === second.name) throw new NotDecidableError("this needs two people");
    const why = whyNotTwo(accounts, first.name, second.name, Date.now());
    if (why !== undefined) throw new NotDecidableError(why.problem);
    return [first.name, second.name];
  } finally {
    terminal.close();
  }
}

async function proven(
  accounts: OperatorAccounts,
  terminal: Questions,
  who: string,
): Promise<OperatorAccount> {
  const name = await terminal.ask(`${who}, name: `);
  const password = await terminal.ask("Password: ", true);
  const totp = await terminal.ask("Code of the authenticator app: ");
  const account = await accounts.prove({ name, password, totp, address: "127.0.0.1" });
  if (account instanceof SignInRefusal) throw new NotDecidableError(account.problem);
  if (!mayUse(account.roles, DECIDING))
    throw new NotDecidableError(`this needs the role ${DECIDING.join(" or ")}`);
  return account;
}

/** Asks on the terminal, without showing secrets, or reads lines from a program. */
class Questions {
  private isHidden = false;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;

  constructor() {
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.isHidden) process.stderr.write(chunk);
        done();
      },
    });
    this.reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  async ask(question: string, isSecret = false): Promise<string> {
    process.stderr.write(question);
    this.isHidden = isSecret;
    const { value, done } = await this.lines.next();
    this.isHidden = false;
    if (isSecret) process.stderr.write("\n");
    if (done === true) throw new NotDecidableError("this needs name, password and code of two operators");
    return value.trim();
  }

  close(): void {
    this.reader.close();
  }
}
