import type { MessageKey } from "../../i18n/message-keys.ts";
import { CONTRACTS, LEVERAGE, MINERS, SECOND_CONTRACTS } from "../routing/routes.ts";
import type { OutsidePart } from "./valued-wallets.ts";

/** Name of each part outside the wallets, and the screen with its details. */
export const OUTSIDE: Readonly<
  Record<OutsidePart["kind"], { readonly words: MessageKey; readonly to: string }>
> = {
  leverage: { words: "shell.navLeverage", to: LEVERAGE },
  mining: { words: "shell.inMachines", to: MINERS },
  options: { words: "shell.inOptions", to: SECOND_CONTRACTS },
  unrealized: { words: "contract.unrealized", to: CONTRACTS },
};
