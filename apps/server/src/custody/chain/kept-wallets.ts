import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { SettingError } from "../../config/setting-error.ts";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { Hex } from "../../kit/hex.ts";
import type { SignerDescription } from "../signer/signer-messages.ts";
import { DepositAddresses } from "./hd-addresses.ts";

/** Path in the home. */
const WALLETS_FILE = "chain/wallets.json";

const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => text as Hex);
const walletsFile = z.strictObject({ depositKey: z.string(), hotWallet: address, gasAccount: address });

/** Public keys of a signer on another machine, without which nothing can be watched. */
export type Wallets = Pick<SignerDescription, "depositKey" | "hotWallet" | "gasAccount">;

/**
 * Returns the wallets that the signer described when it was last connected, so that a core can watch and credit while
 * the signer is down. Undefined before the first connection.
 */
export function keptWallets(home: string): Wallets | undefined {
  const file = path.join(home, WALLETS_FILE);
  if (!existsSync(file)) return undefined;
  return walletsFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

export async function keepWallets(
  files: Pick<FileKeeper, "replace">,
  { depositKey, hotWallet, gasAccount }: Wallets,
): Promise<void> {
  const text = JSON.stringify({ depositKey, hotWallet, gasAccount });
  await files.replace(WALLETS_FILE, new TextEncoder().encode(text));
}

/** Throws SettingError when the signer has other keys than this exchange uses. */
export function assertSameWallets(kept: Wallets, described: Wallets): void {
  const fields = ["depositKey", "hotWallet", "gasAccount"] as const;
  if (fields.some((field) => kept[field] !== described[field])) throw otherKeys(described.hotWallet);
}

/** Throws SettingError when a user's deposit address is not derived from this key. */
export function assertDerives({ depositKey, hotWallet }: Wallets, userId: number, issued: Hex): void {
  if (new DepositAddresses(depositKey).of(userId) !== issued) throw otherKeys(hotWallet);
}

function otherKeys(hotWallet: Hex): SettingError {
  return new SettingError(
    "CANDOR_SIGNER",
    `names a signer with the hot wallet ${hotWallet} and other keys than this exchange uses: ` +
      "start the signer with the seed and the journal of this exchange",
  );
}
