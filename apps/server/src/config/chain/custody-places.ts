import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import { peerRoleOf, readIdentity, readPlace } from "../link/link-settings.ts";
import { readRole } from "../role.ts";
import { SettingError } from "../setting-error.ts";
import type { ChainSettings } from "./chain-settings.ts";

/** Parts of the custody that run as processes of their own, often on other machines. */
export interface CustodyPlaces {
  /** Processes that watch the chains and pay. A core uses one of them. If empty, the leading core does that itself. */
  readonly processes: readonly LinkAddress[];
  /** The signer; undefined: this server starts one with its seed and journal in the home. */
  readonly signer: LinkAddress | undefined;
  /** The signer runs in this server's process instead of one of its own; only where money is play money. */
  readonly signerInside: boolean;
  /** The sandbox's development chain; undefined: this server runs it. */
  readonly developmentChain: LinkAddress | undefined;
  /** Set if one of them is. */
  readonly identity: LinkIdentity | undefined;
}

const CUSTODY = "CANDOR_CUSTODY";
/** One works, the others wait. */
const MAX_PROCESSES = 8;
const SIGNER = "CANDOR_SIGNER";
/** Value of CANDOR_SIGNER for a signer in the server's process. */
const INSIDE = "inside";
const DEVELOPMENT_CHAIN = "CANDOR_DEVELOPMENT_CHAIN";
/** Settings of the signer's own process. */
const OF_THE_SIGNER = ["CANDOR_SIGNER_MNEMONIC", "CANDOR_SIGNER_MNEMONIC_FILE", "CANDOR_SIGNER_LIMITS"];

/** Reads CANDOR_CUSTODY, CANDOR_SIGNER and CANDOR_DEVELOPMENT_CHAIN. Throws SettingError. */
export function readCustodyPlaces(
  variables: Readonly<Record<string, string | undefined>>,
  mode: "sandbox" | "live",
  chain: ChainSettings | undefined,
): CustodyPlaces {
  const processes = readProcesses(variables);
  const signerInside = variables[SIGNER] === INSIDE;
  if (signerInside) refuseInside(variables, mode, chain);
  const signer = signerInside ? undefined : readPlace(variables, SIGNER);
  const developmentChain = readPlace(variables, DEVELOPMENT_CHAIN);
  if (developmentChain !== undefined && mode === "live")
    throw new SettingError(DEVELOPMENT_CHAIN, "must not be set in live mode, which rejects play money");
  if (developmentChain !== undefined && chain !== undefined)
    throw new SettingError(DEVELOPMENT_CHAIN, "must not be set with CANDOR_CHAIN_RPC: choose one chain");
  if (signer !== undefined)
    for (const name of OF_THE_SIGNER)
      if ((variables[name] ?? "") !== "")
        throw new SettingError(name, `must be set on the signer's machine only, because ${SIGNER} is set`);
  if (processes.length > 0) refuseOwnParts(variables);
  const isNeeded = signer !== undefined || developmentChain !== undefined || processes.length > 0;
  const identity = isNeeded ? readIdentity(variables, peerRoleOf(readRole(variables))) : undefined;
  return { processes, signer, signerInside, developmentChain, identity };
}

/**
 * Reads what a process with CANDOR_ROLE=custody connects to. Throws SettingError: it has no signer and no chain of its own,
 * because it may be started on another machine at any time.
 */
export function readPlacesOfCustody(
  variables: Readonly<Record<string, string | undefined>>,
  mode: "sandbox" | "live",
  chain: ChainSettings | undefined,
): CustodyPlaces & { readonly identity: LinkIdentity } {
  const signer = variables[SIGNER] === INSIDE ? undefined : readPlace(variables, SIGNER);
  if (signer === undefined)
    throw new SettingError(
      SIGNER,
      "is required for this role: host:port of a process with CANDOR_ROLE=signer",
    );
  const developmentChain = readPlace(variables, DEVELOPMENT_CHAIN);
  if (mode === "live" && chain === undefined)
    throw new SettingError("CANDOR_CHAIN_RPC", "is required for this role in live mode");
  if (developmentChain !== undefined && (mode === "live" || chain !== undefined))
    throw new SettingError(DEVELOPMENT_CHAIN, "must not be set in live mode or with CANDOR_CHAIN_RPC");
  if (developmentChain === undefined && chain === undefined)
    throw new SettingError(
      DEVELOPMENT_CHAIN,
      "is required for this role without CANDOR_CHAIN_RPC: host:port of a process with CANDOR_ROLE=chain",
    );
  const identity = readIdentity(variables, "custody");
  return { processes: [], signer, signerInside: false, developmentChain, identity };
}

function readProcesses(variables: Readonly<Record<string, string | undefined>>): readonly LinkAddress[] {
  const texts = (variables[CUSTODY] ?? "").split(",").map((each) => each.trim());
  const named = texts.filter((each) => each !== "");
  if (named.length > MAX_PROCESSES)
    throw new SettingError(CUSTODY, `must name at most ${MAX_PROCESSES} processes, got ${named.length}`);
  if (named.length === 0) return [];
  const role = readRole(variables);
  if (role !== "core" && role !== "all")
    throw new SettingError(CUSTODY, `must not be set for CANDOR_ROLE=${role}`);
  if ((variables.CANDOR_JOURNAL_URL ?? "") === "")
    throw new SettingError(
      CUSTODY,
      "needs CANDOR_JOURNAL_URL, whose terms say which core the process works for",
    );
  return named.map((each) => readPlace({ [CUSTODY]: each }, CUSTODY) as LinkAddress);
}

/** Two settings that name the same thing could differ. */
function refuseOwnParts(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of [SIGNER, DEVELOPMENT_CHAIN])
    if ((variables[name] ?? "") !== "")
      throw new SettingError(name, `must be set for the custody process only, because ${CUSTODY} is set`);
}

/** Keys that protect money, or coins of a chain that others use, are in a process of their own. */
function refuseInside(
  variables: Readonly<Record<string, string | undefined>>,
  mode: "sandbox" | "live",
  chain: ChainSettings | undefined,
): void {
  const refusal = `must not be "${INSIDE}"`;
  if (mode === "live")
    throw new SettingError(SIGNER, `${refusal} in live mode: keys need a process of their own`);
  if (chain !== undefined) throw new SettingError(SIGNER, `${refusal} with CANDOR_CHAIN_RPC`);
  const role = readRole(variables);
  if (role !== "all") throw new SettingError(SIGNER, `${refusal} with CANDOR_ROLE=${role}`);
  for (const name of OF_THE_SIGNER)
    if ((variables[name] ?? "") !== "") throw new SettingError(SIGNER, `${refusal} with ${name}`);
}
