import { MAX_NICKNAME } from "@candor/text/field-limits";
import { useT } from "../../i18n/use-t.ts";
import { ProfileTextSheet } from "../../shared/account/profile-text-sheet.tsx";

interface Props {
  readonly nickname: string;
  readonly onClose: () => void;
}

/** Changes the user's display name. */
export function NicknameSheet({ nickname, onClose }: Props) {
  const t = useT();
  return (
    <ProfileTextSheet
      field="nickname"
      value={nickname}
      label={t("profile.nickname")}
      help={t("profile.nicknameHelp")}
      emptyProblem={t("profile.nicknameEmpty")}
      maxLength={MAX_NICKNAME}
      autoComplete="nickname"
      onClose={onClose}
    />
  );
}
