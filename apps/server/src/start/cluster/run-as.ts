import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";

/** Account of a program that must not run as root. */
export interface Account {
  readonly name: string;
  readonly userId: number;
  readonly groupId: number;
}

const OTHERS_MAY_ENTER = 0o711;

/** Returns an account of this machine. Throws if there is none of this name. */
function lookUp(name: string): Account {
  const id = (flag: string): number => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { name, userId: id("-u"), groupId: id("-g") };
}

/** The account that a root process gives to programs that refuse root; undefined: this process's own. */
export const accountFor = (name: string): Account | undefined =>
  process.getuid?.() === 0 ? lookUp(name) : undefined;

/**
 * Returns a command that runs as `account` and gets `lastSignal` when this process ends, also by kill -9. The process id
 * is the program's own, because setpriv replaces itself.
 */
export function runAs(
  account: Account | undefined,
  lastSignal: "TERM" | "INT",
  program: string,
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const identity =
    account === undefined
      ? []
      : ["--reuid", String(account.userId), "--regid", String(account.groupId), "--clear-groups"];
  return { command: "setpriv", args: [...identity, "--pdeathsig", lastSignal, "--", program, ...args] };
}

/** Lets the account enter these directories of ours, outermost first. Throws if it cannot enter one above them. */
export function letEnter(account: Account | undefined, directories: readonly string[]): void {
  if (account === undefined) return;
  for (const directory of directories) chmodSync(directory, OTHERS_MAY_ENTER);
  const innermost = directories.at(-1) as string;
  const { command, args } = runAs(account, "TERM", "test", ["-x", innermost]);
  if (spawnSync(command, args).status !== 0)
    throw new Error(
      `the user ${account.name} cannot enter ${innermost}. PostgreSQL does not run as root: ` +
        "choose a CANDOR_HOME in folders that other users may enter, such as /var/lib/candor",
    );
}

/** Gives a file or directory to the account. */
export function giveTo(account: Account | undefined, file: string): void {
  if (account !== undefined) chownSync(file, account.userId, account.groupId);
}
