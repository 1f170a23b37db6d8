import { DatabaseUnusableError } from "./database-errors.ts";
import type { DatabaseHost } from "./database-settings.ts";
import { byHistory, type PrimaryHistory } from "./host-probes.ts";

/** How long hosts may take to answer after a primary was found: it may be an earlier one that runs again. */
const OTHERS_WITHIN_MS = 300;

/** A connection to a primary. */
export interface FoundPrimary {
  readonly history: PrimaryHistory;
  close(): Promise<void>;
}

export interface Found<P> {
  readonly primary: P | undefined;
  /** Why there is none. */
  readonly reason: unknown;
  /** Whether trying again does not help. */
  readonly isHopeless: boolean;
}

/**
 * Asks all hosts at once, and keeps the connection to the primary with the newest history.
 * @param connect returns undefined if the host is a standby
 */
export async function findPrimary<P extends FoundPrimary>(
  hosts: readonly DatabaseHost[],
  connect: (host: DatabaseHost) => Promise<P | undefined>,
): Promise<Found<P>> {
  const found: P[] = [];
  const errors: unknown[] = [];
  let isOver = false;
  await new Promise<void>((resolve) => {
    let left = hosts.length;
    let timer: NodeJS.Timeout | undefined;
    const count = (): void => {
      left--;
      if (left > 0) return;
      clearTimeout(timer);
      resolve();
    };
    const keep = (connection: P | undefined): void => {
      if (connection === undefined) return;
      if (isOver) return void connection.close();
      found.push(connection);
      timer ??= setTimeout(resolve, OTHERS_WITHIN_MS);
    };
    for (const host of hosts)
      connect(host)
        .then(keep, (error: unknown) => void errors.push(error))
        .finally(count);
  });
  isOver = true;
  found.sort((a, b) => byHistory(b.history, a.history));
  const [primary, ...others] = found;
  await Promise.all(others.map((other) => other.close()));
  // One host that rejects the login may be a standby that is being rebuilt.
  const unusable = errors.find((error) => error instanceof DatabaseUnusableError);
  const isHopeless = unusable !== undefined || (errors.length === hosts.length && errors.every(isRejected));
  return { primary, reason: unusable ?? errors.at(-1) ?? new Error("every host is a standby"), isHopeless };
}

/** Wrong password, unknown database or user. */
const isRejected = (error: unknown): boolean =>
  /^(28...|3D000)$/.test((error as { readonly code?: string }).code ?? "");
