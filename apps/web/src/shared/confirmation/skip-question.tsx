import { Checkbox } from "@candor/ui/switch.tsx";
import { useT } from "../../i18n/use-t.ts";

interface SkipQuestionProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
}

/** "Do not ask again" in a confirmation sheet; takes effect when the order is sent. */
export function SkipQuestion(props: SkipQuestionProps) {
  const t = useT();
  return <Checkbox {...props} label={t("trade.skipQuestion", { page: t("shell.tabMe") })} />;
}
