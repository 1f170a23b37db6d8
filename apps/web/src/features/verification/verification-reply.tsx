import { SkeletonRows } from "@candor/ui/feedback.tsx";
import type { CallReply } from "@candor/wire/calls";
import "@candor/ui/list.css";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";

export type Verification = CallReply<"verification">;

/** Refetch interval while a review is pending. */
const REFETCH_MS = 10_000;

interface Props {
  readonly children: (reply: Verification) => ReactNode;
}

/** The user's verification, or its loading or failed state. */
export function VerificationReply({ children }: Props) {
  const t = useT();
  const { data, error, isPending, refetch } = useCall(
    "verification",
    {},
    { freshMs: 0, refetchEveryMs: REFETCH_MS },
  );
  if (data !== undefined) return children(data);
  return (
    <section className="group">
      {isPending && <SkeletonRows count={3} label={t("shell.loading")} />}
      {error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
    </section>
  );
}
