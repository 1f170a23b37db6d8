import type { Connection } from "./connection.ts";

/** Connections that may receive a user's private messages. */
export class UserConnections {
  private readonly byUser = new Map<number, Set<Connection>>();

  get userCount(): number {
    return this.byUser.size;
  }

  of(userId: number): ReadonlySet<Connection> | undefined {
    return this.byUser.get(userId);
  }

  add(userId: number, connection: Connection): void {
    const connections = this.byUser.get(userId);
    if (connections === undefined) this.byUser.set(userId, new Set([connection]));
    else connections.add(connection);
  }

  remove(userId: number, connection: Connection): void {
    const connections = this.byUser.get(userId);
    if (connections === undefined) return;
    connections.delete(connection);
    if (connections.size === 0) this.byUser.delete(userId);
  }
}
