import { Switch } from "@candor/ui/switch.tsx";
import { useAppStore } from "../../state/app-store.ts";

/** The device's settings of products that ask before an order is sent. */
type UnaskedSetting = "contractsUnasked" | "optionsUnasked";

/** Turns the confirmation of a product on and off. */
export function AskSwitch({ setting, label }: { readonly setting: UnaskedSetting; readonly label: string }) {
  const isUnasked = useAppStore((state) => state[setting]);
  const set = useAppStore((state) => state.set);
  return <Switch label={label} checked={!isUnasked} onCheckedChange={(asks) => set({ [setting]: !asks })} />;
}
