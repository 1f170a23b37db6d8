import { CORRECTION_ACCOUNTS, CORRECTION_WALLETS, ENDOWABLE_ACCOUNTS } from "@candor/domain/enumerations";
import {
  ANNOUNCEMENT_ENDS,
  type AnnouncedSetting,
  type AnnouncementEnded,
  type SettingChanged,
} from "@candor/domain/events/setting-events";
import { EVENT } from "./event-record.ts";
import { enumOf, int, jsonOf, text, units } from "./record-fields.ts";
import { record } from "./record-layout.ts";

/** What operators and the exchange's configuration decide. */
export const OPERATOR_LAYOUTS = {
  poolEndowed: record(EVENT.poolEndowed, "pool-endowed", {
    pool: enumOf(ENDOWABLE_ACCOUNTS),
    assetId: int,
    amountUnits: units,
    totalUnits: units,
  }),
  balanceCorrected: record(EVENT.balanceCorrected, "balance-corrected", {
    correctionId: int,
    proposalId: int,
    userId: int,
    wallet: enumOf(CORRECTION_WALLETS),
    assetId: int,
    amountUnits: units,
    account: enumOf(CORRECTION_ACCOUNTS),
    reason: text,
    proposedBy: text,
    confirmedBy: text,
  }),
  marketFeesSet: record(EVENT.marketFeesSet, "market-fees-set", {
    marketId: int,
    makerFeePpm: int,
    takerFeePpm: int,
  }),
  fundingTermsSet: record(EVENT.fundingTermsSet, "funding-terms-set", {
    marketId: int,
    interestPpm: int,
    fundingCapPpm: int,
  }),
  settingChanged: record(EVENT.settingChanged, "setting-changed", {
    version: int,
    change: jsonOf<Pick<SettingChanged, "setting" | "value">>()("setting", "value"),
  }),
  settingAnnounced: record(EVENT.settingAnnounced, "setting-announced", {
    proposalId: int,
    announcement: jsonOf<Omit<AnnouncedSetting, "proposalId">>()(
      "setting",
      "value",
      "fromMs",
      "reason",
      "proposedBy",
      "confirmedBy",
    ),
  }),
  announcementEnded: record(EVENT.announcementEnded, "announcement-ended", {
    end: enumOf(ANNOUNCEMENT_ENDS),
    announcement: jsonOf<Pick<AnnouncementEnded, "setting">>()("setting"),
  }),
} as const;
