import { hostname } from "node:os";
import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import type { Role } from "../role.ts";
import { SettingError } from "../setting-error.ts";
import { peerRoleOf, readIdentity, readPlace } from "./link-settings.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const NODE = /^[A-Za-z0-9._-]{1,64}$/;
const MIN_SECRET_LENGTH = 16;
const MAX_CORES = 16;

/** How this process reaches others, and how it is named there. */
export interface LinkRole {
  /** Name of this process in logs and metrics of others. */
  readonly node: string;
  /** Where gateway processes connect; undefined: there are none. */
  readonly listen: LinkAddress | undefined;
  /** Cores that a gateway may follow. */
  readonly cores: readonly LinkAddress[];
  /** Set if this process has a link. */
  readonly identity: LinkIdentity | undefined;
  /** What gateways must know in addition to having a certificate. */
  readonly secret: string | undefined;
}

/** Reads CANDOR_NODE, CANDOR_LINK, CANDOR_CORE and the files of the link. Throws SettingError. */
export function readLinkRole(variables: Variables, role: Role): LinkRole {
  const listen = role === "gateway" ? undefined : readPlace(variables, "CANDOR_LINK");
  const cores = readCores(variables);
  if (role === "gateway" && cores.length === 0)
    throw new SettingError("CANDOR_CORE", "is required for a gateway: host:port of each core's CANDOR_LINK");
  return {
    node: nodeOf(variables),
    listen,
    cores,
    identity:
      role === "gateway" || listen !== undefined ? readIdentity(variables, peerRoleOf(role)) : undefined,
    secret: secretOf(variables),
  };
}

function nodeOf(variables: Variables): string {
  const name = variables.CANDOR_NODE || hostname().slice(0, 64);
  if (!NODE.test(name))
    throw new SettingError(
      "CANDOR_NODE",
      `must be letters, digits, dots, dashes and underscores, got "${name}"`,
    );
  return name;
}

function readCores(variables: Variables): readonly LinkAddress[] {
  const texts = (variables.CANDOR_CORE ?? "").split(",").map((each) => each.trim());
  const named = texts.filter((each) => each !== "");
  if (named.length > MAX_CORES)
    throw new SettingError("CANDOR_CORE", `must name at most ${MAX_CORES} cores, got ${named.length}`);
  return named.map((each) => readPlace({ CANDOR_CORE: each }, "CANDOR_CORE") as LinkAddress);
}

function secretOf(variables: Variables): string | undefined {
  const secret = variables.CANDOR_LINK_SECRET ?? "";
  if (secret === "") return undefined;
  if (secret.length < MIN_SECRET_LENGTH)
    throw new SettingError("CANDOR_LINK_SECRET", `must have at least ${MIN_SECRET_LENGTH} characters`);
  return secret;
}
