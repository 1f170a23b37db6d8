import type { ErrorName } from "@candor/domain/errors/errors";
import { ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { EVIDENCE_KINDS } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { Proof } from "./evidence/proof.tsx";
import "../../trading/records/records.css";

/** The user has no such settlement, or it is not settled yet. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorName>([
  "request.parameterError",
  "request.unknownId",
  "evidence.notSettled",
]);

/** Inputs of a settlement, recomputed in this browser. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const kind = EVIDENCE_KINDS.find((each) => each === params.get("kind"));
  const id = params.get("id") ?? "";
  return (
    <Page title={t("records.evidenceTitle")} hasBack isForm>
      {kind === undefined || id === "" ? (
        <ErrorState title={t("records.noEvidence")}>{t("records.noEvidenceNote")}</ErrorState>
      ) : (
        <Loaded kind={kind} id={id} />
      )}
    </Page>
  );
}

function Loaded({ kind, id }: { readonly kind: (typeof EVIDENCE_KINDS)[number]; readonly id: string }) {
  const t = useT();
  const { data, error, isPending, refetch } = useCall("evidence", { kind, id });
  if (isPending) {
    return (
      <div className="group">
        <SkeletonRows count={6} label={t("shell.loading")} />
      </div>
    );
  }
  if (data === undefined) {
    return error instanceof ApiError && REFUSALS.has(error.error) ? (
      <ErrorState title={t("records.noEvidence")}>{messageOf(error)}</ErrorState>
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    );
  }
  return <Proof evidence={data} />;
}
