import { useLingui } from "@lingui/react";
import { useCallback } from "react";
import type { MessageValues, Translate } from "./i18n.ts";
import type { MessageKey } from "./message-keys.ts";

/** `t("shell.loading")`: text in the user's language. */
export function useT(): Translate {
  const { i18n } = useLingui();
  // oxlint-disable-next-line react/exhaustive-deps -- a new language must give a new function
  return useCallback((key: MessageKey, values?: MessageValues) => i18n._(key, values), [i18n, i18n.locale]);
}
