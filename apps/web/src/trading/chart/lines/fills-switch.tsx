import { Switch } from "@candor/ui/switch.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { useLineChoices } from "./line-choices.ts";

/** Shows or hides the user's fills on every chart. */
export function FillsSwitch() {
  const t = useT();
  const { showsFills, showFills } = useLineChoices();
  return (
    <div className="row between">
      <span aria-hidden="true">{t("lines.fillsShown")}</span>
      <Switch label={t("lines.fillsShown")} checked={showsFills} onCheckedChange={showFills} />
    </div>
  );
}
