import { foundExchange } from "@candor/server/kit/journal-database/found-exchange";
import type { PostgresServer } from "../projections/postgres-server.ts";

/** Creates a database in which an exchange was founded. @returns its URL */
export async function foundedDatabase(server: Pick<PostgresServer, "createDatabase">): Promise<string> {
  const url = await server.createDatabase();
  await foundExchange({ url, standbys: 0 });
  return url;
}
