import { Switch } from "@candor/ui/switch.tsx";
import { type Confirmed, useTradingSettings } from "./trading-settings.ts";

/** Turns the confirmation of a product, or of dragging, on and off. */
export function AskSwitch({ of, label }: { readonly of: Confirmed; readonly label: string }) {
  const { settings, setConfirm } = useTradingSettings();
  return (
    <Switch label={label} checked={settings.confirm[of]} onCheckedChange={(asks) => setConfirm(of, asks)} />
  );
}

interface HabitSwitchProps {
  readonly setting: "shortcuts" | "bookAmount";
  readonly label: string;
}

/** Turns another habit of trading screens on and off. */
export function HabitSwitch({ setting, label }: HabitSwitchProps) {
  const { settings, change } = useTradingSettings();
  return (
    <Switch label={label} checked={settings[setting]} onCheckedChange={(on) => change({ [setting]: on })} />
  );
}
