import { Button } from "@candor/ui/button.tsx";
import { ErrorState } from "@candor/ui/feedback.tsx";
import { useEffect, useState } from "react";
import { ApiError, retryAfterMs } from "../data/api-error.ts";
import { useT } from "../i18n/use-t.ts";
import { PartNotLoaded } from "./load-part.ts";
import { refusalOf } from "./use-call.ts";

const SECOND_MS = 1_000;

/** Neither the server nor the way to it failed, but the page itself. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError) && !(error instanceof PartNotLoaded);

const waitSeconds = (error: unknown): number => Math.ceil(retryAfterMs(error) / SECOND_MS);

interface Props {
  /** Why it failed; nullish: nobody answered. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Seconds that a rate limit leaves to wait, from when it was first shown. */
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

/** What could not be fetched: why, when it may be tried again, and the way to do so. */
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
      {refusalOf(error) ?? t(isOwnFault(error) ? "shell.pageBroken" : "shell.loadFailedNote")}
    </ErrorState>
  );
}
