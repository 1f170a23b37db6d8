import type { HoldReason, ReviewReason } from "@candor/domain/enumerations";
import type { MessageKey } from "../../i18n/message-keys.ts";

/** Sentences for each hold reason. */
export const HOLD_WORDS: Readonly<Record<HoldReason | ReviewReason, MessageKey>> = {
  password: "wallet.holdPassword",
  "payment-password": "wallet.holdPaymentPassword",
  "second-factor": "wallet.holdSecondFactor",
  contact: "wallet.holdContact",
  "new-address": "wallet.reviewNewAddress",
  "new-device": "wallet.reviewNewDevice",
  "many-withdrawals": "wallet.reviewMany",
  "large-amount": "wallet.reviewLarge",
};
