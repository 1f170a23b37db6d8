import { showToast } from "@candor/ui/toast-store";
import { useT } from "../i18n/use-t.ts";

/** Copies a text and says so; where the browser forbids it (no secure connection), says that instead. */
export function useCopy(): (text: string) => void {
  const t = useT();
  return (text) => {
    // `clipboard` is missing outside secure contexts, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const copied = clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    copied
      .then(() => showToast(t("shell.copied"), { kind: "success" }))
      .catch(() => showToast(t("shell.copyFailed"), { kind: "error" }));
  };
}
