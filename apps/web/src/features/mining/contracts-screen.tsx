import { CandlesIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Coming } from "./coming.tsx";

export function Screen() {
  const t = useT();
  return (
    <Coming title={t("shell.navContracts")} icon={CandlesIcon} heading={t("mining.contractsTitle")}>
      {t("mining.contractsText")}
    </Coming>
  );
}
