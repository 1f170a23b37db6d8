import type { EnginePort } from "@candor/protocol/engine-port";
import type { Identity } from "../../identity/identity-service.ts";
import type { Listings } from "../../market-data/listings.ts";
import type { ListenKey, ListenKeys } from "./listen-keys.ts";
import type { StreamConnection } from "./stream-connection.ts";
import { StreamMessage } from "./stream-message.ts";
import { UserReports } from "./user-reports.ts";

export interface UserStreamPorts {
  readonly engine: Pick<EnginePort, "subscribe">;
  readonly listings: Listings;
  readonly identity: Pick<Identity, "user">;
  readonly listenKeys: ListenKeys;
}

const NAME = /^[0-9a-f]{64}$/;

/** User data streams: what happens to an account, to the programs that hold a listen key of it. */
export class UserStreams {
  readonly stop: () => void;
  private readonly ports: UserStreamPorts;
  private readonly members = new Map<number, Map<StreamConnection, Set<string>>>();

  constructor(ports: UserStreamPorts) {
    this.ports = ports;
    const reports = new UserReports(ports.listings, (userId) => this.members.has(userId));
    this.stop = ports.engine.subscribe((batch) => {
      if (this.members.size === 0) return;
      for (const { userId, event } of reports.of(batch, Date.now())) this.tell(userId, event);
    });
  }

  /** False: it is no listen key that is good now. */
  subscribe(connection: StreamConnection, name: string): boolean {
    const key = this.goodKey(name);
    if (key === undefined) return false;
    const ofUser = this.members.get(key.userId) ?? new Map<StreamConnection, Set<string>>();
    this.members.set(key.userId, ofUser);
    ofUser.set(connection, (ofUser.get(connection) ?? new Set()).add(name));
    connection.names.add(name);
    return true;
  }

  unsubscribe(connection: StreamConnection, name: string): void {
    for (const [userId, ofUser] of this.members) {
      const names = ofUser.get(connection);
      if (names?.delete(name) === true && names.size === 0) ofUser.delete(connection);
      if (ofUser.size === 0) this.members.delete(userId);
    }
  }

  private tell(userId: number, event: object): void {
    for (const [connection, names] of this.members.get(userId) ?? []) {
      for (const name of names) {
        if (this.goodKey(name) !== undefined) connection.send(new StreamMessage(name, event));
        // Run out, closed, or its API key is gone or its user frozen: looked at each time that there is something to tell.
        else connection.close("listenKey expired");
      }
    }
  }

  private goodKey(name: string): ListenKey | undefined {
    const key = NAME.test(name) ? this.ports.listenKeys.find(name) : undefined;
    const user = key === undefined ? undefined : this.ports.identity.user(key.userId);
    if (user === undefined || user.banned) return undefined;
    return user.apiKeys.some(({ apiKeyId }) => apiKeyId === key?.apiKeyId) ? key : undefined;
  }
}
