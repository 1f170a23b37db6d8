import { Button } from "@candor/ui/button.tsx";
import { CopyIcon } from "@candor/ui/page-icons.tsx";
import { showToast } from "@candor/ui/toast-store";

/** Copies text and confirms it, or reports that the browser forbids it. */
export function copy(text: string): void {
  // `clipboard` is undefined in insecure contexts, despite its type.
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
