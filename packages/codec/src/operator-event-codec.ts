import { CORRECTION_ACCOUNTS, CORRECTION_WALLETS } from "@candor/domain/enumerations";
import type { BalanceCorrected } from "@candor/domain/events/correction-events";
import {
  ANNOUNCEMENT_ENDS,
  type AnnouncedSetting,
  type AnnouncementEnded,
  type SettingAnnounced,
  type SettingChanged,
  type SettingValue,
} from "@candor/domain/events/setting-events";
import type { Units } from "@candor/money/brand";
import { EVENT, KIND_RANGE } from "./event-record.ts";

/** Words of a correction event before its three texts; the last of them are the text lengths. */
export const CORRECTION_WORDS = 11;

/** Returns a correction's numbers in order. */
export function correctionFields(correction: Omit<BalanceCorrected, "kind">): readonly number[] {
  return [
    correction.correctionId,
    correction.proposalId,
    correction.userId,
    CORRECTION_WALLETS.indexOf(correction.wallet),
    correction.assetId,
    correction.amountUnits,
    CORRECTION_ACCOUNTS.indexOf(correction.account),
  ];
}

type ReadText = (place: number, byteLength: number) => string;

type OperatorEvent = BalanceCorrected | SettingChanged | SettingAnnounced | AnnouncementEnded;

/** Decodes the record at `at`, a correction or a settings event. */
export function decodeOperatorEvent(words: Float64Array, at: number, readText: ReadText): OperatorEvent {
  const field = (index: number): number => words[at + index] as number;
  const kind = field(0) % KIND_RANGE;
  if (kind !== EVENT.balanceCorrected) return decodeSettingEvent(kind, field(1), readText(at + 3, field(2)));
  const proposedAt = at + CORRECTION_WORDS + wordsOf(field(8));
  const confirmedAt = proposedAt + wordsOf(field(9));
  return {
    kind: "balance-corrected",
    correctionId: field(1),
    proposalId: field(2),
    userId: field(3),
    wallet: named(CORRECTION_WALLETS, field(4)),
    assetId: field(5),
    amountUnits: field(6) as Units,
    account: named(CORRECTION_ACCOUNTS, field(7)),
    reason: readText(at + CORRECTION_WORDS, field(8)),
    proposedBy: readText(proposedAt, field(9)),
    confirmedBy: readText(confirmedAt, field(10)),
  };
}

function decodeSettingEvent(kind: number, number: number, text: string): OperatorEvent {
  const told = JSON.parse(text) as { readonly setting: string; readonly value: SettingValue };
  const { setting } = told;
  if (kind === EVENT.settingChanged)
    return { kind: "setting-changed", setting, version: number, value: told.value };
  if (kind === EVENT.announcementEnded)
    return { kind: "announcement-ended", setting, end: named(ANNOUNCEMENT_ENDS, number) };
  const announced = told as Omit<AnnouncedSetting, "proposalId">;
  return { kind: "setting-announced", ...announced, proposalId: number };
}

const wordsOf = (byteLength: number): number => (byteLength + 7) >> 3;

function named<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`unknown enumeration index ${index} in an operator event`);
  return value;
}
