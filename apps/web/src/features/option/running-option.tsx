import { signOfDecimal } from "@candor/text/decimal-text";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import { useT } from "../../i18n/use-t.ts";
import { useServerNow } from "../../shell/time/use-server-now.ts";
import { DirectionText } from "../../trading/records/option-text.tsx";
import { clockText, leadOf } from "./option-figures.ts";

const BEAT_MS = 250;
const RADIUS = 29;
const ROUND = 2 * Math.PI * RADIUS;

interface RunningOptionProps {
  readonly option: WireOption;
  /** Current index; null if unknown. */
  readonly index: string | null;
}

/** One running contract: time left, current state, and the result if nothing changes. */
export function RunningOption({ option, index }: RunningOptionProps) {
  const t = useT();
  const leftMs = option.sellTimeMs - useServerNow(BEAT_MS);
  const lead = leadOf(option, index);
  const sign = signOfDecimal(lead);
  return (
    <article className="option-run" translate="no">
      <Countdown option={option} leftMs={leftMs} />
      <div className="stack-1">
        <DirectionText option={option} />
        <span className="small muted">
          {option.strikePrice === null ? (
            t("option.waiting")
          ) : (
            <>
              {t("records.optionStrike")} <FinancialText value={option.strikePrice} />
            </>
          )}
        </span>
        {lead !== null && leftMs > 0 && (
          <span className={sign === 0 ? "small muted" : sign > 0 ? "small up med" : "small down med"}>
            {t(sign === 0 ? "option.level" : sign > 0 ? "option.ahead" : "option.behind")}{" "}
            {sign !== 0 && <FinancialText value={lead.replace("-", "")} />}
          </span>
        )}
      </div>
      <div className="stack-1 r">
        <span className="small muted">{t("option.ifRight")}</span>
        <b>
          <FinancialText value={option.expectedIncome} sign="always" toned minDecimals={2} maxDecimals={2} />
        </b>
        <span className="small muted">
          {t("records.optionStake")} <FinancialText value={option.amount} minDecimals={2} />
        </span>
      </div>
    </article>
  );
}

function Countdown({ option, leftMs }: { readonly option: WireOption; readonly leftMs: number }) {
  const t = useT();
  const share = Math.min(1, Math.max(0, leftMs / (option.durationSeconds * 1_000)));
  return (
    <span className="option-ring" role="timer">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r={RADIUS} className="option-ring-ground" />
        <circle
          cx="32"
          cy="32"
          r={RADIUS}
          className="option-ring-left"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      {leftMs > 0 ? (
        <b className="n" translate="no">
          {clockText(leftMs)}
        </b>
      ) : (
        <b className="micro">{t("option.settling")}</b>
      )}
    </span>
  );
}
