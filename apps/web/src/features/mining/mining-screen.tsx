import { MiningIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Coming } from "./coming.tsx";

export function Screen() {
  const t = useT();
  return (
    <Coming title={t("mining.title")} icon={MiningIcon} heading={t("mining.machinesTitle")}>
      {t("mining.machinesText")}
    </Coming>
  );
}
