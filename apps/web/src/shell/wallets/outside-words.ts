import type { MessageKey } from "../../i18n/message-keys.ts";
import { CONTRACTS, LEVERAGE } from "../routing/routes.ts";
import type { OutsidePart } from "./valued-wallets.ts";

/** Name of each part outside the wallets, and the screen with its details. */
export const OUTSIDE: Readonly<
  Record<OutsidePart["kind"], { readonly words: MessageKey; readonly to: string }>
> = {
  leverage: { words: "shell.navLeverage", to: LEVERAGE },
  unrealized: { words: "contract.unrealized", to: CONTRACTS },
};
