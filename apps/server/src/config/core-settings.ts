import type { DatabaseSettings } from "../kit/journal-database/database-settings.ts";
import type { LinkAddress, LinkIdentity } from "../kit/link/link-identity.ts";
import type { Environment } from "./environment.ts";
import { readPlace } from "./link/link-settings.ts";
import { SettingError } from "./setting-error.ts";

/** Settings of a process that leads or stands by. */
export interface CoreSettings {
  /** Name of this node, unique in its cluster. */
  readonly name: string;
  readonly database: DatabaseSettings;
  /** Where gateways connect. */
  readonly link: LinkAddress;
  /** Where other cores receive this one's beats; port 0 for any free one. */
  readonly heartbeat: LinkAddress;
  readonly identity: LinkIdentity;
}

/** Reads what a core needs in addition to the other settings. Throws SettingError. */
export function coreSettings(
  { link, journalDatabase, databaseUrl }: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): CoreSettings {
  const { node, listen, identity } = link;
  if (journalDatabase === undefined)
    throw new SettingError("CANDOR_JOURNAL_URL", "is required for a core: the database of its journals");
  if (databaseUrl === undefined)
    throw new SettingError("DATABASE_URL", "is required for a core: the database of its read models");
  if (listen === undefined || identity === undefined)
    throw new SettingError("CANDOR_LINK", "is required for a core: host:port where gateways connect");
  return {
    name: node,
    database: journalDatabase,
    link: listen,
    heartbeat: readPlace(variables, "CANDOR_HEARTBEAT") ?? { host: listen.host, port: 0 },
    identity,
  };
}
