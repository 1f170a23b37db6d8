import { hash, verify } from "@node-rs/argon2";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

/** Cost of one argon2id hash. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms here. */
export const DEFAULT_HASH_COST: HashCost = { memoryKib: 19_456, passes: 2 };

/** So many requests wait for a hash already that this one is sent away. */
export class HasherBusyError extends Error {
  constructor() {
    super("too many passwords are being checked");
    this.name = "HasherBusyError";
  }
}

/**
 * argon2id off the event loop, few at a time: a flood of logins makes logins slow, and nothing else. The thread
 * pool it runs in has four threads, so two hashes leave room for files and DNS.
 */
export class PasswordHasher {
  private readonly cost: HashCost;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(cost: HashCost = DEFAULT_HASH_COST) {
    this.cost = cost;
  }

  /** A PHC string. Throws HasherBusyError. */
  hash(password: string): Promise<string> {
    const { memoryKib, passes } = this.cost;
    return this.limited(() =>
      hash(password, { memoryCost: memoryKib, timeCost: passes, parallelism: 1, outputLen: 32 }),
    );
  }

  /** Throws HasherBusyError. */
  verify(phc: string, password: string): Promise<boolean> {
    return this.limited(() => verify(phc, password));
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= IDENTITY_LIMITS.maxConcurrentHashes) {
      if (this.waiting.length >= IDENTITY_LIMITS.maxWaitingHashes) throw new HasherBusyError();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }
}
