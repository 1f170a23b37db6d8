import { Button } from "@candor/ui/button.tsx";
import { ErrorState } from "@candor/ui/feedback.tsx";
import type { ReactNode } from "react";
import { useT } from "../i18n/use-t.ts";

interface Props {
  readonly onRetry: () => void;
  /** What the server said; without it, that it did not answer. */
  readonly children?: ReactNode;
}

/** What could not be fetched, with the way to try it again. */
export function LoadFailed({ onRetry, children }: Props) {
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
      {children ?? t("shell.loadFailedNote")}
    </ErrorState>
  );
}
