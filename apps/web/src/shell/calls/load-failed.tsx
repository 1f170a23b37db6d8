import { Button } from "@candor/ui/button.tsx";
import { ErrorState } from "@candor/ui/feedback.tsx";
import { useEffect, useState } from "react";
import { ApiError, retryAfterMs } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { PartNotLoaded } from "../code-loading/load-part.ts";
import { rejectionText } from "./use-call.ts";

const SECOND_MS = 1_000;

/** Whether the page itself failed, rather than the server or the connection. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError) && !(error instanceof PartNotLoaded);

const waitSeconds = (error: unknown): number => Math.ceil(retryAfterMs(error) / SECOND_MS);

interface Props {
  /** Why it failed; nullish if there was no reply. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Remaining seconds of a rate limit, from when the error was first shown. */
function useWaitSeconds(error: unknown): number {
  const [counted, setCounted] = useState(error);
  const [left, setLeft] = useState(() => waitSeconds(error));
  if (counted !== error) {
    setCounted(error);
    setLeft(waitSeconds(error));
  }
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/** Load error: why, when it can be retried, and a retry button. */
export function LoadFailed({ error, onRetry }: Props) {
  const t = useT();
  const left = useWaitSeconds(error);
  return (
    <ErrorState
      title={t("shell.loadFailed")}
      action={
        <Button size="small" tone="line" disabled={left > 0} onClick={onRetry}>
          {left > 0 ? t("shell.tryAgainIn", { seconds: left }) : t("shell.tryAgain")}
        </Button>
      }
    >
      {rejectionText(error) ?? t(isOwnFault(error) ? "shell.pageBroken" : "shell.loadFailedNote")}
    </ErrorState>
  );
}
