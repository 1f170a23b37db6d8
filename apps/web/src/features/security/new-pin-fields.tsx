import { CodeInput } from "@candor/ui/code-input.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { useNewPin } from "./use-new-pin.ts";

/** The new PIN, typed twice. */
export function NewPinFields({ pin, again }: ReturnType<typeof useNewPin>["fields"]) {
  const t = useT();
  return (
    <>
      <CodeInput label={t("lock.newPin")} secret {...pin} />
      <CodeInput label={t("lock.repeatPin")} secret {...again} />
    </>
  );
}
