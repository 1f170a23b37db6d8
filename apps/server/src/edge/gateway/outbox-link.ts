import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../../config/environment.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import type { StartLink } from "../../kit/start-lines.ts";

const FILE = "outbox-link.txt";
const PRIVATE_MODE = 0o600;

/** The same after a restart, so that a browser stays in. */
export function outboxTokenOf({ keyFile }: Pick<Environment, "keyFile">): string {
  return Buffer.from(SealingKey.ofFile(keyFile).derive("sandbox outbox")).toString("base64url");
}

/**
 * Says how to read the sandbox's mails. The link opens everybody's codes, so it goes into a private file but not into the
 * log, which is kept, copied and collected.
 * @returns the link; undefined: none is needed
 */
export function sayWhereMailIs(
  { home, mode, keyFile, people }: Pick<Environment, "home" | "mode" | "keyFile" | "people">,
  port: number,
  log: { info(message: string): void },
): StartLink | undefined {
  const file = path.join(home, FILE);
  // Written new, so that the mode counts whatever was there.
  rmSync(file, { force: true });
  if (mode !== "sandbox") return undefined;
  const page = `http://localhost:${port}/outbox`;
  if (people.outboxOpen) {
    log.info(`outbox: no mail leaves this sandbox; everybody reads codes at ${page}`);
    return undefined;
  }
  const link = `${page}?token=${outboxTokenOf({ keyFile })}`;
  writeFileSync(file, `${link}\n`, { mode: PRIVATE_MODE, flag: "wx" });
  log.info(
    `outbox: no mail leaves this sandbox; open the link in ${file} once to read codes in this browser`,
  );
  return {
    name: "Outbox",
    use: (there) => `open ${there} once to read codes in your browser`,
    links: [link],
    file,
  };
}
