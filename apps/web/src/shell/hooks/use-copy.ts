import { showToast } from "@candor/ui/toast-store";
import { useT } from "../../i18n/use-t.ts";

/** Copies text and confirms it, or reports that the browser forbids it (insecure connection). */
export function useCopy(): (text: string) => void {
  const t = useT();
  return (text) => {
    // `clipboard` is undefined in insecure contexts, despite its type.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const copied = clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    copied
      .then(() => showToast(t("shell.copied"), { kind: "success" }))
      .catch(() => showToast(t("shell.copyFailed"), { kind: "error" }));
  };
}
