import { TimerIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Coming } from "./coming.tsx";

export function Screen() {
  const t = useT();
  return (
    <Coming title={t("shell.navSecondContracts")} icon={TimerIcon} heading={t("mining.secondTitle")}>
      {t("mining.secondText")}
    </Coming>
  );
}
