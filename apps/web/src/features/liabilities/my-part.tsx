import type { InclusionCheck } from "@candor/formulas/liability-tree/verify-inclusion";
import { Badge } from "@candor/ui/badge.tsx";
import { ButtonLink } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { classNames } from "@candor/ui/class-names";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LIABILITIES, loginPath } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import { canHash } from "./browser-sha256.ts";
import { ClimbList } from "./climb-list.tsx";
import { type InclusionStep, inclusionSteps } from "./inclusion-steps.ts";
import { isUnknown } from "./is-unknown.ts";
import { LeafBalances } from "./leaf-balances.tsx";
import { type Published, useInclusion } from "./use-inclusion.ts";

type Proof = CallReply<"liabilityLeaf">;

interface MyPartProps {
  readonly published: Published;
  readonly isNewest: boolean;
}

/** Verifies in the browser, from the leaf up, that the user's balances are part of the total. */
export function MyPart({ published, isNewest }: MyPartProps) {
  const t = useT();
  const userId = useAppStore((state) => (state.token === "" ? undefined : state.user?.id));
  return (
    <Card flush title={t("liabilities.mine")} className="owed-mine">
      {userId === undefined ? (
        <div className="owed-pad stack-3">
          <p className="small muted">{t("liabilities.loginNote")}</p>
          <ButtonLink to={loginPath(LIABILITIES)} tone="primary" size="medium">
            {t("shell.logIn")}
          </ButtonLink>
        </div>
      ) : (
        <Leaf key={published.treeId} userId={userId} published={published} isNewest={isNewest} />
      )}
    </Card>
  );
}

function Leaf({ userId, published, isNewest }: MyPartProps & { readonly userId: string }) {
  const t = useT();
  const formats = useFormats();
  const { data, error, isPending, refetch } = useCall("liabilityLeaf", { treeId: published.treeId });
  if (isPending) return <SkeletonRows count={5} label={t("shell.loading")} />;
  if (data === undefined) {
    // The account is newer than the tree.
    return isUnknown(error) ? (
      <div className="owed-pad">
        <Notice title={t("liabilities.noLeaf")}>
          {isNewest
            ? t("liabilities.noLeafNote", { time: formats.date(published.nextAtMs, "time") })
            : t("liabilities.noLeafOlder")}
        </Notice>
      </div>
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    );
  }
  if (!canHash()) {
    return (
      <div className="owed-pad">
        <Notice tone="warn" title={t("liabilities.noHash")}>
          {t("liabilities.noHashNote")}
        </Notice>
      </div>
    );
  }
  return <Checked userId={userId} published={published} proof={data} />;
}

interface CheckedProps {
  readonly userId: string;
  readonly published: Published;
  readonly proof: Proof;
}

function Checked({ userId, published, proof }: CheckedProps) {
  const t = useT();
  const check = useInclusion(userId, published, proof);
  if (check === undefined) return <SkeletonRows count={5} label={t("shell.loading")} />;
  return (
    <>
      <div className="owed-pad">
        <Outcome check={check} />
      </div>
      <ol className="proof-list">
        {inclusionSteps(check).map((step) => (
          <Step key={step.key} step={step} userId={userId} proof={proof} check={check} />
        ))}
      </ol>
      <ClimbList proof={proof} check={check} />
      <LeafBalances leaf={proof.leaf} atMs={published.atMs} />
    </>
  );
}

function Outcome({ check }: { readonly check: InclusionCheck }) {
  const t = useT();
  return check.fault === undefined ? (
    <Notice tone="up" announce title={t("liabilities.passed")}>
      {t("liabilities.passedNote")}
    </Notice>
  ) : (
    <Notice tone="down" announce title={t("liabilities.failed")}>
      {t("liabilities.failedNote")}
    </Notice>
  );
}

const VERDICTS = {
  agrees: { words: "records.verdictAgrees", tone: "up" },
  differs: { words: "records.verdictDiffers", tone: "down" },
  notReached: { words: "liabilities.notReached", tone: "neutral" },
} as const;

interface StepProps {
  readonly step: InclusionStep;
  readonly userId: string;
  readonly proof: Proof;
  readonly check: InclusionCheck;
}

function Step({ step: { key, verdict }, userId, proof, check }: StepProps) {
  const t = useT();
  const formats = useFormats();
  const { words, tone } = VERDICTS[verdict];
  const what = {
    amounts: t("liabilities.stepAmounts"),
    leaf: t("liabilities.stepLeaf", { id: userId }),
    place: t("liabilities.stepPlace", {
      index: formats.integer(proof.leaf.index),
      count: formats.integer(proof.path.length),
    }),
    totals: t("liabilities.stepTotals"),
    root: t("liabilities.stepRoot"),
  }[key];
  const computed = { amounts: "", leaf: check.leafHash, place: "", totals: "", root: check.rootHash }[key];
  return (
    <li className={classNames(verdict === "differs" && "is-wrong")}>
      <b className="med">{what}</b>
      <Badge tone={tone} dot>
        {t(words)}
      </Badge>
      {computed !== "" && <p className="proof-result proof-hash muted">{computed}</p>}
    </li>
  );
}
