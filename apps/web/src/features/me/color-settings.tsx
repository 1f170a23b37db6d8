import { MoonIcon, SwapIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { Setting } from "./setting.tsx";

type Theme = "system" | "light" | "night";
type UpDown = "green" | "red" | "blue";

/** Theme and up/down colors. */
export function ColorSettings() {
  const t = useT();
  const { isNight, followsSystem, upIsRed, colorBlind, set, setNight, followSystem } = useAppStore();
  return (
    <>
      <Setting
        icon={MoonIcon}
        aside={
          <Select<Theme>
            label={t("me.appearance")}
            value={followsSystem ? "system" : isNight ? "night" : "light"}
            onValueChange={(theme) => (theme === "system" ? followSystem() : setNight(theme === "night"))}
            choices={[
              { value: "system", label: t("me.likeDevice") },
              { value: "light", label: t("me.light") },
              { value: "night", label: t("me.night") },
            ]}
          />
        }
      >
        {t("me.appearance")}
      </Setting>
      <Setting
        icon={SwapIcon}
        aside={
          <Select<UpDown>
            label={t("me.upAndDown")}
            value={colorBlind ? "blue" : upIsRed ? "red" : "green"}
            onValueChange={(pair) => set({ upIsRed: pair === "red", colorBlind: pair === "blue" })}
            choices={[
              { value: "green", label: t("me.greenUp") },
              { value: "red", label: t("me.redUp") },
              { value: "blue", label: t("me.blueUp") },
            ]}
          />
        }
      >
        {t("me.upAndDown")}
      </Setting>
    </>
  );
}
