import { LAYOUT } from "@candor/codec/event-layouts";
import type { ListAsset } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import type { AssetSpec } from "@candor/domain/specs/listing";
import { parseDecimal } from "@candor/money/decimal";
import type { Asset, ExchangeState } from "../state/exchange-state.ts";

const SYMBOL = /^[A-Z0-9]{2,10}$/;
const MAX_SCALE = 8;
const MAX_NAME_LENGTH = 60;

/** Lists an asset under the next number. Rejection: request.parameterError, for anything invalid. */
export function listAsset(state: ExchangeState, command: ListAsset): void {
  const { symbol, name, scale, minTransfer } = command.asset;
  const isNew = !state.assets.some((asset) => asset.spec.symbol === symbol);
  const hasScale = Number.isInteger(scale) && scale >= 0 && scale <= MAX_SCALE;
  const hasName = name.length > 0 && name.length <= MAX_NAME_LENGTH;
  if (!isNew || !hasScale || !hasName || !SYMBOL.test(symbol) || state.assets.length >= LIMITS.maxAssets)
    return state.reject("request.parameterError");
  const minTransferUnits = parseDecimal(minTransfer, scale);
  if (typeof minTransferUnits === "string" || minTransferUnits > LIMITS.maxUnits)
    return state.reject("request.parameterError");
  const asset = addAsset(state, { symbol, name, scale, minTransfer }, minTransferUnits);
  LAYOUT.assetListed.write(state.out, { assetId: asset.id, asset: asset.spec });
}

/** Adds a validated asset. */
export function addAsset(state: ExchangeState, spec: AssetSpec, minTransferUnits: number): Asset {
  const asset = { id: state.assets.length, spec, minTransferUnits };
  state.assets.push(asset);
  return asset;
}
