import { randomBytes } from "node:crypto";
import type { HashPlace } from "./hash-place.ts";
import { HashingThreads } from "./hashing-threads.ts";
import type { HashCost } from "./password-hash-messages.ts";

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms here. */
export const DEFAULT_HASH_COST: HashCost = { memoryKib: 19_456, passes: 2 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Passwords as argon2id keeps them. */
export interface Hasher {
  /** A hash that no password has, of the same cost as all others. */
  readonly decoy: string;
  /** A PHC string. Throws HasherBusyError. */
  hash(password: string, place: HashPlace): Promise<string>;
  /** Throws HasherBusyError. */
  verify(phc: string, password: string, place: HashPlace): Promise<boolean>;
}

/** argon2id in the process's hashing threads: a flood of strangers' logins makes their logins slow, and nothing else. */
export class PasswordHasher implements Hasher {
  readonly decoy: string;
  private readonly cost: HashCost;

  constructor(cost: HashCost = DEFAULT_HASH_COST) {
    this.cost = cost;
    this.decoy = decoyOf(cost);
  }

  async hash(password: string, place: HashPlace): Promise<string> {
    const answer = await HashingThreads.shared().run({ kind: "hash", password, cost: this.cost }, place);
    if (answer.kind !== "hashed") throw new Error("argon2id gave no hash");
    return answer.phc;
  }

  async verify(phc: string, password: string, place: HashPlace): Promise<boolean> {
    const answer = await HashingThreads.shared().run({ kind: "verify", phc, password }, place);
    if (answer.kind !== "verified") throw new Error("argon2id gave no verdict");
    return answer.right;
  }
}

/** Verifying a password against it costs one hash and fails: nobody finds a password for 256 random bits. */
function decoyOf({ memoryKib, passes }: HashCost): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(SALT_BYTES)}$${base64(HASH_BYTES)}`;
}
