import { Checkbox, Switch } from "@candor/ui/switch.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";

/** The device's settings for products that ask before an order is sent. */
export type UnaskedSetting = "contractsUnasked" | "optionsUnasked";

interface SkipQuestionProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
}

/** "Do not ask again" in a confirmation sheet; takes effect when the order is sent. */
export function SkipQuestion(props: SkipQuestionProps) {
  const t = useT();
  return <Checkbox {...props} label={t("trade.skipQuestion", { page: t("shell.tabMe") })} />;
}

/** Turns the confirmation of a product on and off. */
export function AskSwitch({ setting, label }: { readonly setting: UnaskedSetting; readonly label: string }) {
  const isUnasked = useAppStore((state) => state[setting]);
  const set = useAppStore((state) => state.set);
  return <Switch label={label} checked={!isUnasked} onCheckedChange={(asks) => set({ [setting]: !asks })} />;
}
