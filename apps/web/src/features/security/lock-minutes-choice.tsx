import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LOCK_MINUTES, type LockMinutes } from "../../shell/lock/lock-rules.ts";

interface Props {
  readonly value: LockMinutes;
  readonly onValueChange: (minutes: LockMinutes) => void;
}

/** After how many minutes without use the app locks. */
export function LockMinutesChoice({ value, onValueChange }: Props) {
  const t = useT();
  return (
    <Select
      label={t("lock.after")}
      labelShown
      value={String(value)}
      onValueChange={(chosen) => onValueChange(LOCK_MINUTES.find((each) => String(each) === chosen) ?? value)}
      choices={LOCK_MINUTES.map((count) => ({ value: String(count), label: t("lock.minutes", { count }) }))}
    />
  );
}
