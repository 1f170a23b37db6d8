import type { OptionStatus } from "@candor/domain/enumerations";
import type { MessageKey } from "../../i18n/message-keys.ts";

export const END_TOASTS: Readonly<Partial<Record<OptionStatus, MessageKey>>> = {
  won: "option.wonToast",
  lost: "option.lostToast",
  tied: "option.tiedToast",
  void: "option.voidToast",
};
