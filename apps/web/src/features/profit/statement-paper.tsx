import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { shownUsername } from "../../shared/account/shown-username.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { shownStatement } from "./shown-statement.ts";
import { StatementParts } from "./statement-parts.tsx";
import { STATEMENT_WORDS, type Statement } from "./statement-words.ts";
import { useUtcDates } from "./use-utc-dates.ts";

/** The printed page: white in both themes. */
export function StatementPaper({ statement: exact }: { readonly statement: Statement }) {
  const t = useT();
  const statement = useMemo(() => shownStatement(exact), [exact]);
  const { colorBlind, upIsRed } = useAppStore();
  const isEmpty = statement.accounts.length === 0;
  return (
    <article
      className="statement"
      data-theme="light"
      data-updown={colorBlind ? "blue" : upIsRed ? "red" : undefined}
      aria-label={t("profit.statement")}
    >
      <Head statement={statement} />
      {isEmpty ? (
        <p>{t("profit.statementEmpty")}</p>
      ) : (
        <>
          <Totals statement={statement} />
          <StatementParts statement={statement} />
        </>
      )}
      <p className="small muted statement-how">{t("profit.statementHow")}</p>
    </article>
  );
}

function Head({ statement: { from, to, complete, asOfMs } }: { readonly statement: Statement }) {
  const t = useT();
  const dates = useUtcDates();
  const user = useAppStore((state) => state.user);
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  const facts = [
    { key: "account", label: t("profit.statementAccount"), value: shownUsername(user?.username ?? "") },
    { key: "uid", label: "UID", value: user?.id ?? "" },
    { key: "period", label: t("profit.statementPeriod"), value: dates.range(from, to) },
    ...(complete
      ? []
      : [
          {
            key: "state",
            label: t("profit.statementRunning"),
            value: `${dates.moment(asOfMs)} UTC`,
          },
        ]),
  ];
  return (
    <header className="statement-head">
      <span className="row statement-brand">
        <Logo />
        <b>Candor</b>
      </span>
      <h2>{t("profit.statement")}</h2>
      <KeyValue lines={facts} />
      {isSandbox && <p className="statement-play">{t("profit.statementPlay")}</p>}
    </header>
  );
}

/** Opening equity, every flow, profit, closing equity: they add up. */
function Totals({ statement: { equity, flows } }: { readonly statement: Statement }) {
  const t = useT();
  const line = (key: string, label: string, value: string, isChange = true): KeyValueLine => ({
    key,
    label,
    value: (
      <BalanceText
        value={value}
        asset="USDT"
        minDecimals={2}
        {...(isChange && { sign: "always" as const })}
      />
    ),
  });
  return (
    <section className="statement-part">
      <h3>{t("profit.howTitle")}</h3>
      <KeyValue
        lines={[
          line("opening", t("profit.opening"), equity.opening.total, false),
          ...flows
            .filter(({ value }) => signOfDecimal(value) !== 0)
            .map(({ kind, value }) => line(kind, t(STATEMENT_WORDS[kind]), value)),
          line("profit", t("profit.pnl"), equity.profit.total),
          { ...line("closing", t("profit.closing"), equity.closing.total, false), total: true },
        ]}
      />
    </section>
  );
}
