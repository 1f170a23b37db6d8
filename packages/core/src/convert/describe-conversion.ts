import type { QuotedConversion } from "@candor/domain/commands/convert-commands";
import { KEY_CODES, packCodes, walletCode } from "../idempotency/contents.ts";
import { describe } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

/** Describes a conversion for its key. */
export function describeConversion(state: ExchangeState, conversion: QuotedConversion): void {
  const { expiresAtMs, fromAssetId, fromUnits, toAssetId, toUnits, wallet } = conversion;
  const codes = packCodes(KEY_CODES.convert, fromAssetId, toAssetId, walletCode(wallet));
  describe(state, codes, fromUnits, toUnits, expiresAtMs, 0);
}
