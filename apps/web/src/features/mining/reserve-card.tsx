import { Badge } from "@candor/ui/badge.tsx";
import { addDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import "@candor/ui/display.css";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";

/** Output promised to machine owners, and the reserve that covers it. */
export function ReserveCard({ reserve }: { readonly reserve: CallReply<"miningIndex">["reserve"] }) {
  const t = useT();
  const all = addDecimals(reserve.locked, reserve.free);
  const share = Number(all) > 0 ? (Number(reserve.locked) / Number(all)) * 100 : 0;
  return (
    <section className="card stack-3 mining-reserve">
      <div className="row between wrap">
        <h2>{t("mining.reserve")}</h2>
        <Badge tone="up" dot>
          {t("mining.covered")}
        </Badge>
      </div>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </div>
      <dl className="mining-figures small">
        <div>
          <dt className="muted">{t("mining.owed")}</dt>
          <dd>
            <FinancialText value={reserve.locked} decimals={2} />
          </dd>
        </div>
        <div>
          <dt className="muted">{t("mining.free")}</dt>
          <dd>
            <FinancialText value={reserve.free} decimals={2} />
          </dd>
        </div>
        <div className="r">
          <dt className="muted">{t("mining.reserveAll")}</dt>
          <dd>
            <FinancialText value={all} decimals={2} asset="USDT" />
          </dd>
        </div>
      </dl>
      <p className="small muted">{t("mining.reserveNote")}</p>
    </section>
  );
}
