import { commandIndex } from "@candor/codec/command-layout";
import type { QuotedConversion } from "@candor/domain/commands/convert-commands";
import { WALLETS } from "@candor/domain/enumerations";
import { describe } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const KIND = commandIndex("convert");
/** Scale of the key codes: below zero, like those of all commands except spot orders. */
const KIND_CODES = 65_536;

export function describeConversion(state: ExchangeState, conversion: QuotedConversion): void {
  const { expiresAtMs, fromAssetId, fromUnits, toAssetId, toUnits } = conversion;
  const wallet = WALLETS.indexOf(conversion.wallet);
  const codes = (KIND * KIND_CODES + fromAssetId * 256 + toAssetId) * 4 + wallet;
  describe(state, 0 - codes, fromUnits, toUnits, expiresAtMs, 0);
}
