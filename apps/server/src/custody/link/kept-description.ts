import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { ChainSpec } from "../chain/chain-spec.ts";
import { assertSameWallets, keepWallets, keptWallets, type Wallets } from "../chain/kept-wallets.ts";
import { chainSpec } from "./custody-messages.ts";

/** Path in the home. */
const SPEC_FILE = "chain/custody.json";

/** What a custody process works with. */
export interface Description {
  readonly wallets: Wallets;
  /** Undefined if no chain is offered. */
  readonly spec: ChainSpec | undefined;
}

/** Keeps what the custody process described last, so that a core can start and show addresses and deposits without it. */
export class KeptDescription {
  private readonly home: string;
  private readonly files: Pick<FileKeeper, "replace">;
  private current: Description | undefined;
  private earlier: Wallets | undefined;
  private text = "";

  /** Throws for a damaged file. */
  constructor(home: string, files: Pick<FileKeeper, "replace">) {
    this.home = home;
    this.files = files;
    const wallets = keptWallets(home);
    const file = path.join(home, SPEC_FILE);
    this.earlier = wallets;
    // A core that ran the chains itself knows the wallets, but not how a custody process describes the chain.
    if (wallets === undefined || !existsSync(file)) return;
    this.text = readFileSync(file, "utf8");
    const spec = chainSpec.nullable().parse(JSON.parse(this.text)) as ChainSpec | null;
    this.current = { wallets, spec: spec ?? undefined };
  }

  /** Undefined before the first connection. */
  get known(): Description | undefined {
    return this.current;
  }

  /** Wallets of this exchange, also those from before it had a custody process. */
  get wallets(): Wallets | undefined {
    return this.earlier;
  }

  /** Throws SettingError when the wallets are not those of this exchange. */
  async keep(description: Description): Promise<void> {
    const { wallets, spec } = description;
    if (this.earlier !== undefined) assertSameWallets(this.earlier, wallets);
    else await keepWallets(this.files, wallets);
    this.earlier = wallets;
    this.current = description;
    const text = JSON.stringify(spec ?? null, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    if (text === this.text) return;
    await this.files.replace(SPEC_FILE, new TextEncoder().encode(text));
    this.text = text;
  }
}
