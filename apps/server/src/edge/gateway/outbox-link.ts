import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../../config/environment.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import type { StartLink } from "../../kit/start-lines.ts";

const FILE = "outbox-link.txt";
const PRIVATE_MODE = 0o600;

/** Returns the same token after a restart, so that browsers keep access. */
export function outboxTokenOf({ keyFile }: Pick<Environment, "keyFile">): string {
  return Buffer.from(SealingKey.ofFile(keyFile).derive("sandbox outbox")).toString("base64url");
}

/** Removes the link of an earlier start. */
export function removeOutboxLink(home: string): void {
  rmSync(path.join(home, FILE), { force: true });
}

/**
 * Logs how to read the sandbox's emails. The link gives access to everybody's codes, so it goes to a private file and
 * not to the log, which is kept, copied and collected.
 * @returns the link, or `undefined` if none is needed
 */
export function announceOutbox(
  { home, mode, keyFile, people }: Pick<Environment, "home" | "mode" | "keyFile" | "people">,
  port: number,
  log: { info(message: string): void },
): StartLink | undefined {
  const file = path.join(home, FILE);
  // Recreated, because the mode would not apply to an existing file.
  removeOutboxLink(home);
  if (mode !== "sandbox") return undefined;
  const page = `${people.publicUrl ?? `http://localhost:${port}`}/outbox`;
  if (people.outboxOpen) {
    log.info(`outbox: this sandbox sends no mail; anyone can read codes at ${page}`);
    return undefined;
  }
  const link = `${page}?token=${outboxTokenOf({ keyFile })}`;
  writeFileSync(file, `${link}\n`, { mode: PRIVATE_MODE, flag: "wx" });
  log.info(`outbox: this sandbox sends no mail; open the link in ${file} once to read codes in this browser`);
  return {
    name: "Outbox",
    use: (there) => `open ${there} once to read codes in your browser`,
    links: [link],
    file,
  };
}
