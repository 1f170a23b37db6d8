import path from "node:path";
import type { ChainSettings } from "../../config/chain/chain-settings.ts";
import { checkSignerLimits } from "../../config/chain/check-network.ts";
import type { CustodyPlaces } from "../../config/chain/custody-places.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import { FIRST_ANSWER_MS, firstDescription } from "../signer/first-description.ts";
import { InsideSigner } from "../signer/inside-signer.ts";
import { RemoteSigner } from "../signer/remote-signer.ts";
import { SignerClient } from "../signer/signer-client.ts";
import type { SignerConnection, SignerPort } from "../signer/signer-connection.ts";
import { SignerRefusedError, SignerUnavailableError } from "../signer/signer-errors.ts";
import type { SignerDescription, SignerRefusal } from "../signer/signer-messages.ts";
import type { ChainLog } from "./chain-log.ts";
import type { ChainSpec } from "./chain-spec.ts";
import { assertDerives, assertSameWallets, keepWallets, keptWallets, type Wallets } from "./kept-wallets.ts";
import type { LeadingCore } from "./leading-core.ts";
import { PreparedSigner } from "./prepared-signer.ts";
import type { WatchStore } from "./watch-store.ts";

const WAITING: ReadonlySet<SignerRefusal> = new Set(["lower-term", "other-version"]);
const TURNED_AWAY: Readonly<Partial<Record<SignerRefusal, string>>> = {
  "other-exchange": "whose keys belong to another exchange: use the signer of this exchange, or a new one",
  "other-mode": "of another mode: CANDOR_MODE must be the same for both",
  "other-version": "of another version of Candor: upgrade it",
};

export interface SignerOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly mode: "sandbox" | "live";
  /** Undefined: the development chain in the sandbox, no chain in live mode. */
  readonly settings: ChainSettings | undefined;
  /** Where signer and development chain run, if not as children of this process. */
  readonly custody?: CustodyPlaces | undefined;
  /** Who asks a signer elsewhere. */
  readonly core?: LeadingCore | undefined;
  /** Passed only to the signer. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly files: Pick<FileKeeper, "replace">;
  readonly log: ChainLog;
  /** Called when the server cannot continue. */
  readonly onFatal: (error: Error) => void;
}

/** Starts the signer as a child or in this process, or connects to the one that the settings name. */
export async function startSigner(options: SignerOptions): Promise<SignerConnection> {
  const { home, mode, variables, log, custody, core, onFatal } = options;
  const { signer: place, identity, signerInside } = custody ?? {};
  const warn = (message: string): void => log.warn({}, message);
  const directory = path.join(home, "signer");
  if (signerInside === true) return InsideSigner.open(directory, onFatal);
  if (place === undefined || identity === undefined)
    return SignerClient.start({ directory, variables: { ...variables, CANDOR_MODE: mode }, warn });
  if (core === undefined) throw new Error("a signer elsewhere needs to know which exchange asks");
  const greeting = { mode, ...core };
  const info = (message: string): void => log.info({}, message);
  return new RemoteSigner({ place, identity, greeting, info, warn });
}

const isElsewhere = ({ custody }: SignerOptions): boolean => custody?.signer !== undefined;

/**
 * Returns the signer's public keys. Those of a signer elsewhere are kept in the home, so that an exchange can start, watch
 * and credit without it. Throws SettingError when it has other keys than this exchange uses.
 */
export async function walletsOf(
  signer: SignerConnection,
  options: SignerOptions,
  store: WatchStore,
): Promise<Wallets> {
  const { home, files, log } = options;
  const kept = isElsewhere(options) ? keptWallets(home) : undefined;
  let described: SignerDescription;
  try {
    described = await firstDescription(signer, kept === undefined ? FIRST_ANSWER_MS : 0);
  } catch (error) {
    if (kept === undefined || !canWait(error)) throw explained(error);
    log.warn({ err: error }, "the signer does not answer this core: withdrawals wait for it");
    return kept;
  }
  const { hotWallet, gasAccount } = described;
  log.info({ hotWallet, gasAccount }, "signer ready");
  if (!isElsewhere(options)) return described;
  checkDescribed(described, kept, options, store);
  if (kept === undefined) await keepWallets(files, described);
  return described;
}

/**
 * Whether an exchange that knows its wallets may start with this error: the signer is down, of another version during an
 * upgrade, or has seen a higher term, which is also the case after a restore.
 */
function canWait(error: unknown): boolean {
  if (error instanceof SignerUnavailableError) return true;
  return error instanceof SignerRefusedError && WAITING.has(error.refusal);
}

function explained(error: unknown): unknown {
  if (!(error instanceof SignerRefusedError)) return error;
  const why = TURNED_AWAY[error.refusal];
  return why === undefined ? error : new SettingError("CANDOR_SIGNER", `names a signer ${why}`);
}

function checkDescribed(
  described: SignerDescription,
  kept: Wallets | undefined,
  { settings }: SignerOptions,
  store: WatchStore,
): void {
  if (kept !== undefined) assertSameWallets(kept, described);
  const [first] = store.state.issuedAddresses();
  if (first !== undefined) assertDerives(described, ...first);
  if (settings !== undefined) checkSignerLimits(settings.network, described.limits);
}

/**
 * Returns the signer as the chain uses it: before its first request, the keys are compared and the assets opened. That
 * happens now, or once a signer elsewhere answers.
 */
export async function preparedSigner(
  spec: ChainSpec,
  signer: SignerConnection,
  wallets: Wallets,
  options: SignerOptions,
): Promise<SignerPort> {
  const prepared = new PreparedSigner(signer, async () => {
    if (isElsewhere(options)) assertSameWallets(wallets, await signer.ask<"describe">({ kind: "describe" }));
    await openAssets(spec, signer);
  });
  try {
    await prepared.prepare();
  } catch (error) {
    if (!isElsewhere(options) || !canWait(error)) throw error;
  }
  return prepared;
}

/** The signer stores the token of each asset; the first value is final. */
async function openAssets({ evmChainId: chainId, assets }: ChainSpec, signer: SignerPort): Promise<void> {
  for (const { symbol, token, chainDecimals: decimals } of assets) {
    try {
      await signer.ask<"open-asset">({ kind: "open-asset", chainId, symbol, token, decimals });
    } catch (error) {
      if (!(error instanceof SignerRefusedError) || error.refusal !== "other-asset") throw error;
      throw new SettingError(
        "CANDOR_CHAIN_FILE",
        `says that ${symbol} is ${token ?? "the chain's own coin"} with ${decimals} decimals, but this exchange ` +
          "started with another token or other decimals, which existing deposits use: restore that entry",
      );
    }
  }
}
