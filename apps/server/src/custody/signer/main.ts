import { SettingError } from "../../config/setting-error.ts";
import type { Hex } from "../../kit/hex.ts";
import { openSignerJournal } from "./open-signer-journal.ts";
import { type Signer, SignerRefused } from "./signer.ts";
import { CHECK_ALONE, type SignerCheck } from "./signer-check.ts";
import { type SignerReply, signerEnvelope, signerRequest } from "./signer-messages.ts";
import { readGivenSettings, readSignerSettings } from "./signer-settings.ts";

/**
 * The signer's process. The server starts it and is its only peer, and it exits when the server is gone. Keys never
 * leave it; it opens no port and connects to no network.
 */
const EXIT_SETTINGS = 2;

function fail(error: unknown, code: number): never {
  process.stderr.write(`signer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(code);
}

function send(reply: SignerReply): void {
  if (process.connected) process.send?.(reply);
}

async function answer(signer: Signer, message: unknown): Promise<void> {
  const { id, request } = signerEnvelope.parse(message);
  const parsed = signerRequest.safeParse(request);
  if (!parsed.success) return send({ id, refusal: "malformed" });
  try {
    send({ id, answer: await signer.answer(parsed.data) });
  } catch (error) {
    if (!(error instanceof SignerRefused)) fail(error, 1);
    send({ id, refusal: error.refusal });
  }
}

// Ctrl-C goes to the whole process group; the server releases the signer when it no longer needs it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

/** Reports what is wrong with the settings, or the wallets of the given mnemonic, and exits; writes nothing. */
function checkAlone(): void {
  try {
    const { keys } = readGivenSettings(process.env);
    if (keys !== undefined) {
      const { hotWallet, gasAccount } = keys;
      tell({ hotWallet: lowerCase(hotWallet.address), gasAccount: lowerCase(gasAccount.address) });
    }
  } catch (error) {
    if (!(error instanceof SettingError)) fail(error, EXIT_SETTINGS);
    tell({ variable: error.variable, problem: error.problem });
  }
  process.disconnect();
}

const tell = (said: SignerCheck): void => void process.send?.(said);
const lowerCase = (address: Hex): Hex => address.toLowerCase() as Hex;

async function serve(): Promise<void> {
  const signer = await openSignerJournal(readSignerSettings(process.env), (error) => fail(error, 1));
  process.on("message", (message) => void answer(signer, message));
  process.once("disconnect", () => {
    signer.close();
    process.exit(0);
  });
  send({ id: 0, answer: null });
}

if (process.send === undefined) fail(new Error("must be started by the server, not by hand"), EXIT_SETTINGS);
if (process.argv.includes(CHECK_ALONE)) checkAlone();
else await serve().catch((error: unknown) => fail(error, EXIT_SETTINGS));
