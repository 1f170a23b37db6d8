import { DensityIcon, LettersIcon } from "@candor/ui/page-icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { LetterSize } from "../../state/app-state.ts";
import { useAppStore } from "../../state/app-store.ts";
import { Setting } from "./setting.tsx";

const LETTER_SIZES = ["small", "normal", "large", "largest"] as const;
const WORDS = {
  small: "me.lettersSmall",
  normal: "me.lettersNormal",
  large: "me.lettersLarge",
  largest: "me.lettersLargest",
} as const satisfies Readonly<Record<LetterSize, string>>;

/** Size of letters and height of rows. */
export function SizeSettings() {
  const t = useT();
  const { letters, isCompact, set } = useAppStore();
  return (
    <>
      <Setting
        icon={LettersIcon}
        aside={
          <Select<LetterSize>
            label={t("me.letters")}
            value={letters}
            onValueChange={(size) => set({ letters: size })}
            choices={LETTER_SIZES.map((value) => ({ value, label: t(WORDS[value]) }))}
          />
        }
      >
        {t("me.letters")}
      </Setting>
      <Setting
        icon={DensityIcon}
        aside={
          <Select<"comfortable" | "compact">
            label={t("me.density")}
            value={isCompact ? "compact" : "comfortable"}
            onValueChange={(density) => set({ isCompact: density === "compact" })}
            choices={[
              { value: "comfortable", label: t("me.comfortable") },
              { value: "compact", label: t("me.compact") },
            ]}
          />
        }
      >
        {t("me.density")}
      </Setting>
    </>
  );
}
