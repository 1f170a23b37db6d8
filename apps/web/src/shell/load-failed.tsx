import { Button } from "@candor/ui/button.tsx";
import { ErrorState } from "@candor/ui/feedback.tsx";
import { useT } from "../i18n/use-t.ts";

/** What could not be fetched, with the way to try it again. */
export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT();
  return (
    <ErrorState
      title={t("shell.loadFailed")}
      action={
        <Button size="small" tone="line" onClick={onRetry}>
          {t("shell.tryAgain")}
        </Button>
      }
    >
      {t("shell.loadFailedNote")}
    </ErrorState>
  );
}
