import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import { peerRoleOf, readIdentity, readPlace } from "../link/link-settings.ts";
import { readRole } from "../role.ts";
import { SettingError } from "../setting-error.ts";
import type { ChainSettings } from "./chain-settings.ts";

/** Parts of the custody that run as processes of their own, often on other machines. */
export interface CustodyPlaces {
  /** The signer; undefined: this server starts one with its seed and journal in the home. */
  readonly signer: LinkAddress | undefined;
  /** The signer runs in this server's process instead of one of its own; only where money is play money. */
  readonly signerInside: boolean;
  /** The sandbox's development chain; undefined: this server runs it. */
  readonly developmentChain: LinkAddress | undefined;
  /** Set if one of them is. */
  readonly identity: LinkIdentity | undefined;
}

const SIGNER = "CANDOR_SIGNER";
/** Value of CANDOR_SIGNER for a signer in the server's process. */
const INSIDE = "inside";
const DEVELOPMENT_CHAIN = "CANDOR_DEVELOPMENT_CHAIN";
/** Settings of the signer's own process. */
const OF_THE_SIGNER = ["CANDOR_SIGNER_MNEMONIC", "CANDOR_SIGNER_MNEMONIC_FILE", "CANDOR_SIGNER_LIMITS"];

/** Reads CANDOR_SIGNER and CANDOR_DEVELOPMENT_CHAIN. Throws SettingError. */
export function readCustodyPlaces(
  variables: Readonly<Record<string, string | undefined>>,
  mode: "sandbox" | "live",
  chain: ChainSettings | undefined,
): CustodyPlaces {
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
  const isNeeded = signer !== undefined || developmentChain !== undefined;
  const identity = isNeeded ? readIdentity(variables, peerRoleOf(readRole(variables))) : undefined;
  return { signer, signerInside, developmentChain, identity };
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
