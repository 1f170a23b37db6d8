import { createHash, timingSafeEqual } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SealingKey } from "../../kit/durable/sealed-value.ts";

const FILE = "admin-token.txt";
const PRIVATE_MODE = 0o600;
const BEARER = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

/** Writes the token of the admin port into the home, the same after a restart. @returns the token */
export function writeDoorToken(home: string, keyFile: string): string {
  const token = Buffer.from(SealingKey.ofFile(keyFile).derive("sandbox admin port")).toString("base64url");
  removeDoorToken(home);
  writeFileSync(path.join(home, FILE), `${token}\n`, { mode: PRIVATE_MODE, flag: "wx" });
  return token;
}

/** Removes the file that an earlier start with an admin port left. */
export function removeDoorToken(home: string): void {
  rmSync(path.join(home, FILE), { force: true });
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether an `Authorization` header carries the token. */
export function carriesToken(header: string | undefined, token: string): boolean {
  const given = BEARER.exec(header ?? "")?.[1];
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(token));
}
