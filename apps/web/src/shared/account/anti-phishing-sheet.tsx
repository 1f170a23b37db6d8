import { MAX_ANTI_PHISHING_CODE } from "@candor/text/field-limits";
import { useT } from "../../i18n/use-t.ts";
import { ProfileTextSheet } from "./profile-text-sheet.tsx";

interface Props {
  readonly code: string | null;
  readonly onClose: () => void;
}

/** The user's own word, included in every genuine mail but in no forged one. */
export function AntiPhishingSheet({ code, onClose }: Props) {
  const t = useT();
  return (
    <ProfileTextSheet
      field="antiPhishingCode"
      value={code}
      label={t("security.antiPhishing")}
      note={t("security.antiPhishingNote")}
      help={t("security.antiPhishingHelp")}
      emptyProblem={t("security.antiPhishingEmpty")}
      maxLength={MAX_ANTI_PHISHING_CODE}
      autoComplete="off"
      removeLabel={t("security.remove")}
      onClose={onClose}
    />
  );
}
