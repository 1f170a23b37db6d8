import { Badge } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { classNames } from "@candor/ui/class-names";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import type { MessageKey } from "../../../i18n/message-keys.ts";
import { useT } from "../../../i18n/use-t.ts";
import { DateText } from "../../../trading/orders/order-text.tsx";
import { DirectionText, OPTION_STATUS_WORDS } from "../../../trading/records/option-text.tsx";
import { PositionSideBadge } from "../../../trading/records/record-text.tsx";
import { METHOD_WORDS } from "../method-words.ts";
import type {
  Check,
  CheckGroup,
  Evidence,
  Figure,
  FundingResult,
  LiquidationResult,
  MiningInputs,
  MiningResult,
  Part,
  Verdict,
} from "./check.ts";
import { tally } from "./check.ts";
import { checkEvidence } from "./check-evidence.ts";
import { UnreadableEvidence } from "./evidence-numbers.ts";
import { Inputs } from "./inputs.tsx";

/** The evidence, the result recomputed in this browser, and whether it matches the exchange's. */
export function Proof({ evidence }: { readonly evidence: Evidence }) {
  const t = useT();
  const groups = recomputed(evidence);
  return (
    <>
      <div className="proof-head stack-3">
        <Subject evidence={evidence} />
        <Outcome groups={groups} />
        <p className="small muted">{t("records.proofNote")}</p>
      </div>
      <div className="proof-cols">
        <div className="stack-4">
          {groups?.map((group) => (
            <GroupCard key={group.key} group={group} />
          ))}
        </div>
        <Inputs evidence={evidence} />
      </div>
    </>
  );
}

/** Which settlement this is. */
function Subject({ evidence }: { readonly evidence: Evidence }) {
  const { inputs, result } = evidence;
  if (inputs.kind === "mining" && result.kind === "mining")
    return <MiningSubject inputs={inputs} result={result} />;
  if (result.kind === "option") return <OptionSubject option={result.option} />;
  if (result.kind === "funding" || result.kind === "liquidation") return <ContractSubject result={result} />;
  return null;
}

/** The machine and the payment. */
function MiningSubject({ inputs, result }: { readonly inputs: MiningInputs; readonly result: MiningResult }) {
  const t = useT();
  const isIncome = inputs.record === "mining-income";
  return (
    <div className="row between wrap">
      <span className="row wrap">
        <b>{inputs.minerId}</b>
        <span className="muted">{t(isIncome ? "mining.incomeOf" : "mining.refundOf")}</span>
        <FinancialText
          value={isIncome ? result.paid : result.refund}
          asset={inputs.asset}
          toned
          sign="always"
          minDecimals={2}
        />
      </span>
      <DateText timeMs={inputs.timeMs} />
    </div>
  );
}

function ContractSubject({ result }: { readonly result: FundingResult | LiquidationResult }) {
  const t = useT();
  const of = result.kind === "funding" ? result.payment : result.liquidation;
  return (
    <div className="row between wrap">
      <span className="row wrap">
        <b>{of.symbol}</b>
        <PositionSideBadge side={"positionSide" in of ? of.positionSide : of.side} />
        <span className="muted">
          {"method" in of
            ? `${t("records.liquidation")} · ${t(METHOD_WORDS[of.method])}`
            : t("records.funding")}
        </span>
        {result.kind === "funding" && (
          <FinancialText value={result.amount} asset="USDT" toned sign="always" minDecimals={2} />
        )}
      </span>
      <DateText timeMs={of.timeMs} />
    </div>
  );
}

function OptionSubject({ option }: { readonly option: WireOption }) {
  const t = useT();
  return (
    <div className="row between wrap">
      <span className="row wrap">
        <b>{option.name}</b>
        <DirectionText option={option} />
        <span className="muted">
          {t("shell.navSecondContracts")} · {t(OPTION_STATUS_WORDS[option.status])}
        </span>
        <FinancialText value={option.profit} asset="USDT" toned sign="always" minDecimals={2} />
      </span>
      <DateText timeMs={option.sellTimeMs} />
    </div>
  );
}

/** null if the evidence contains a value that is not a number. */
function recomputed(evidence: Evidence): readonly CheckGroup[] | null {
  try {
    return checkEvidence(evidence);
  } catch (error) {
    if (error instanceof UnreadableEvidence) return null;
    throw error;
  }
}

function Outcome({ groups }: { readonly groups: readonly CheckGroup[] | null }) {
  const t = useT();
  if (groups === null) {
    return (
      <Notice tone="down" announce title={t("records.unreadable")}>
        {t("records.differsNote")}
      </Notice>
    );
  }
  const { agreeing, differing, missing } = tally(groups);
  if (differing > 0) {
    return (
      <Notice
        tone="down"
        announce
        title={t("records.differs", { count: differing, of: agreeing + differing })}
      >
        {t("records.differsNote")}
      </Notice>
    );
  }
  if (missing > 0) {
    return (
      <Notice tone="warn" title={t("records.agreesSome", { count: agreeing })}>
        {t("records.missingNote", { count: missing })}
      </Notice>
    );
  }
  return (
    <Notice tone="up" title={t("records.agrees", { count: agreeing })}>
      {t("records.agreesNote")}
    </Notice>
  );
}

function GroupCard({ group }: { readonly group: CheckGroup }) {
  const t = useT();
  const step = group.values?.["step"];
  return (
    <Card
      flush
      title={step === undefined ? t(group.words) : t("records.stepTitle", { step, what: t(group.words) })}
    >
      <ol className="proof-list">
        {group.checks.map((check) => (
          <CheckRow key={check.key} check={check} />
        ))}
      </ol>
    </Card>
  );
}

const VERDICT_WORDS: Readonly<Record<Exclude<Verdict, "derived">, MessageKey>> = {
  agrees: "records.verdictAgrees",
  differs: "records.verdictDiffers",
  missing: "records.verdictMissing",
};
const VERDICT_TONES = { agrees: "up", differs: "down", missing: "warn" } as const;

function CheckRow({ check }: { readonly check: Check }) {
  const t = useT();
  const { computed, formula, stated, verdict } = check;
  return (
    <li className={classNames(verdict === "differs" && "is-wrong")}>
      <b className="med">{t(check.words)}</b>
      {verdict === "derived" ? (
        <span />
      ) : (
        <Badge tone={VERDICT_TONES[verdict]} dot>
          {t(VERDICT_WORDS[verdict])}
        </Badge>
      )}
      {formula.length > 0 && (
        <p className="proof-formula">
          {formula.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a formula have no other identity
            <PartText key={at} part={part} />
          ))}
        </p>
      )}
      <p className="proof-result small">
        {computed !== null && (
          <span>
            = <FigureText figure={computed} className="med" />
          </span>
        )}
        {stated !== null && stated.as !== "truth" && (
          <span className="muted">
            {t("records.stated")} <FigureText figure={stated} />
          </span>
        )}
      </p>
    </li>
  );
}

const PartText = ({ part }: { readonly part: Part }) =>
  typeof part === "string" ? <>{part}</> : <FigureText figure={part} isBare />;

interface FigureTextProps {
  readonly figure: Figure;
  /** Without the coin, for use in formulas. */
  readonly isBare?: boolean;
  readonly className?: string;
}

function FigureText({ figure, isBare = false, className }: FigureTextProps) {
  const t = useT();
  const formats = useFormats();
  const { value } = figure;
  const props = className === undefined ? {} : { className };
  switch (figure.as) {
    case "money":
      return <FinancialText value={value} {...(!isBare && { asset: "USDT" })} minDecimals={2} {...props} />;
    case "rate":
      return (
        <span className={classNames("n", className)} translate="no">
          {formats.rate(value)}
        </span>
      );
    case "truth":
      return <span className={className}>{t(value === "1" ? "records.yes" : "records.no")}</span>;
    case "price":
      return <FinancialText value={value} minDecimals={2} {...props} />;
    default:
      return <FinancialText value={value} minDecimals={0} {...props} />;
  }
}
