import { Button } from "@candor/ui/button.tsx";
import { CopyIcon } from "@candor/ui/page-icons.tsx";
import { showToast } from "@candor/ui/toast-store";

/** Copies a text and says so, or that this browser does not let it. */
export function copy(text: string): void {
  // `clipboard` is missing outside secure contexts, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copied = clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
  copied
    .then(() => showToast("Copied.", { kind: "success" }))
    .catch(() =>
      showToast("This browser does not allow copying. Select the text instead.", { kind: "error" }),
    );
}

export function CopyButton({ text }: { readonly text: string }) {
  return (
    <Button size="small" onClick={() => copy(text)}>
      <CopyIcon size="s" />
      Copy
    </Button>
  );
}
