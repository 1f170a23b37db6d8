import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { makeDirectory } from "@candor/journal/file-access";
import { checkSignerLimits } from "../../config/chain/check-network.ts";
import type { Environment } from "../../config/environment.ts";
import type { ExchangeListing } from "../../config/exchange-listing.ts";
import { isFounded } from "../../config/instance.ts";
import { awaitListening, type ListeningPlace } from "../../config/listening-place.ts";
import { SettingError } from "../../config/setting-error.ts";
import { checkSigner, describeRemoteSigner } from "../../custody/chain/check-signer.ts";
import { confirmChainFile } from "../../custody/chain/confirm-chain-file.ts";
import { checkDevelopmentChain, externalChainSpec } from "../../custody/chain/make-chain-spec.ts";
import type { WalletAddresses } from "../../custody/signer/signer-check.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import { ExchangeClock } from "../../market/prices/clock.ts";
import { RecordedSource } from "../../market/prices/recorded-source.ts";
import { openReadModels } from "../../records/projections/database.ts";
import { rehearseFounding } from "./rehearse-founding.ts";

/**
 * Rejects invalid settings before any part of an exchange is created or opened. A new home is created only when all its
 * settings are usable, since one created with invalid settings could not start again. Throws SettingError.
 */
export async function checkSettings(environment: Environment, listing: ExchangeListing): Promise<void> {
  const { assets } = listing;
  const { chain, home, mode } = environment;
  const isNew = !isFounded(home);
  const { wallets, limits } = await checkAnySigner(environment, isNew);
  // A running exchange may list assets its file no longer names; the chains check those later.
  const listed = assets.map(({ symbol, scale }, assetId) => ({ assetId, symbol, scale }));
  if (isNew && chain !== undefined) externalChainSpec(0, chain.network, listed);
  if (isNew && chain === undefined && mode === "sandbox") checkDevelopmentChain(listed);
  if (chain !== undefined && limits !== "unknown") checkSignerLimits(chain.network, limits);
  if (!isNew) return;
  await rehearseFounding(home, mode, listing);
  checkKeyFile(environment);
  await checkPlaces(environment);
  await checkRecordings(environment);
  await checkDatabase(environment);
  if (chain !== undefined) await confirmChainFile(chain, wallets);
}

interface CheckedSigner {
  readonly wallets: WalletAddresses | undefined;
  /** In the form of CANDOR_SIGNER_LIMITS; undefined for the defaults, `unknown` when they were not asked for. */
  readonly limits: string | undefined;
}

/** An existing exchange starts without its signer, if that runs elsewhere; its chain checks it later. */
async function checkAnySigner(environment: Environment, isNew: boolean): Promise<CheckedSigner> {
  const { home, mode, chain, custody, role } = environment;
  if (custody.processes.length > 0) {
    refuseOwnSigner(home, "CANDOR_CUSTODY");
    return { wallets: undefined, limits: "unknown" };
  }
  if (custody.signer === undefined && role === "core" && mode === "live" && chain !== undefined)
    throw new SettingError("CANDOR_SIGNER", "is required here: all cores of an exchange must use one signer");
  if (custody.signer === undefined)
    return {
      wallets: await checkSigner(environment, process.env),
      limits: process.env.CANDOR_SIGNER_LIMITS,
    };
  refuseOwnSigner(home, "CANDOR_SIGNER");
  const described = isNew ? await describeRemoteSigner(environment) : undefined;
  return { wallets: described, limits: described?.limits ?? "unknown" };
}

function refuseOwnSigner(home: string, setting: string): void {
  const own = path.join(home, "signer");
  if (existsSync(own))
    throw new SettingError(
      setting,
      `is set, but this home has a signer of its own: move ${own} to the home of the signer's process, so that no two signers use one seed`,
    );
}

/** Checks a key file outside the home. One inside is created with the home. */
function checkKeyFile({ keyFile, home }: Environment): void {
  if (!path.relative(home, keyFile).startsWith("..")) return;
  try {
    makeDirectory(path.dirname(keyFile));
    SealingKey.ofFile(keyFile);
  } catch (error) {
    throw new SettingError("CANDOR_KEY_FILE", `cannot be used: ${reasonOf(error)}`);
  }
}

async function checkPlaces({ port, host, metricsPort, metricsHost, role }: Environment): Promise<void> {
  // A core has served its health there since it stood by.
  const isOwn = role === "core";
  const places: readonly ListeningPlace[] = [
    { prefix: "", port, host },
    ...(metricsPort === 0 || isOwn
      ? []
      : [{ prefix: "METRICS_" as const, port: metricsPort, host: metricsHost }]),
  ];
  if (metricsPort !== 0 && metricsPort === port)
    throw new SettingError("METRICS_PORT", `must differ from PORT, got ${port} for both`);
  for (const place of places) await awaitListening(place, listenOnce(place));
}

/** Binds a port and releases it. */
function listenOnce({ port, host }: ListeningPlace): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

async function checkRecordings({ prices }: Environment): Promise<void> {
  if (prices.kind !== "looped") return;
  try {
    const clock = new ExchangeClock();
    await new RecordedSource(prices, clock).stop();
  } catch (error) {
    throw new SettingError("CANDOR_PRICES", `names unusable recordings: ${reasonOf(error)}`);
  }
}

/** The embedded database is part of the home. A projector in another process checks its own. */
async function checkDatabase({ databaseUrl, projector }: Environment): Promise<void> {
  if (databaseUrl === undefined || projector === "elsewhere") return;
  const database = await openReadModels({ kind: "postgres", url: databaseUrl });
  await database.close();
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
