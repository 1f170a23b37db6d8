import type { MarketStatus, OrderType } from "@candor/protocol/enumerations";
import { ButtonLink } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { loginPath, tradePath } from "../../../shell/routes.ts";
import type { MarketTerms } from "../market/market-terms.ts";
import { TYPE_HINTS, TYPE_WORDS } from "../orders/order-words.ts";
import { SubmitButton } from "./submit-button.tsx";
import { TicketCosts } from "./ticket-costs.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import type { MarketNow } from "./ticket-prices.ts";
import type { TicketProblem } from "./ticket-problems.ts";
import type { TicketAction, TicketField, TicketState } from "./ticket-state.ts";
import type { TicketSummary } from "./ticket-summary.ts";
import "./ticket.css";

export interface TicketFormProps {
  readonly terms: MarketTerms;
  readonly status: MarketStatus;
  readonly takerFeeRate: string;
  readonly ticket: TicketState;
  readonly summary: TicketSummary;
  readonly dispatch: (action: TicketAction) => void;
  /** Of the coin that is paid with, in units; undefined: unknown or logged out. */
  readonly availableUnits: number | undefined;
  readonly now: MarketNow;
  readonly isLoggedIn: boolean;
  readonly isBusy: boolean;
  readonly isDesktop: boolean;
  readonly onSubmit: () => void;
}

/**
 * Side, type, figures, costs, and the button that names the act. Nothing but that button sends an order: the return
 * key of a phone's keyboard says "done", not "buy".
 */
export function TicketForm(props: TicketFormProps) {
  const { ticket, summary, dispatch, status, isLoggedIn, terms } = props;
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { problemOf, touch, tryToSend, tries } = useShownProblems(ticket, summary);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  return (
    <form
      ref={form}
      className="ticket"
      onSubmit={(event) => event.preventDefault()}
      noValidate
      aria-label={t("trade.ticket")}
    >
      <Segmented
        label={t("trade.side")}
        value={ticket.side}
        onValueChange={(side) => dispatch({ kind: "side", side })}
        choices={[
          { value: "buy", label: t("trade.buy") },
          { value: "sell", label: t("trade.sell") },
        ]}
        directional
      />
      <TypeChoice {...props} />
      <TicketFields {...props} problemOf={problemOf} onTouch={touch} />
      <TicketCosts {...props} />
      {status !== "trading" && (
        <Notice tone="warn">
          {t(status === "halted" ? "trade.marketHalted" : "trade.marketCancelOnly")}
        </Notice>
      )}
      {isLoggedIn ? (
        <SubmitButton {...props} onSubmit={() => tryToSend() && props.onSubmit()} />
      ) : (
        <ButtonLink to={loginPath(tradePath(terms.symbol))} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
      <p className="small muted">{t(TYPE_HINTS[ticket.type])}</p>
    </form>
  );
}

const TYPES: readonly OrderType[] = ["limit", "market", "stop-limit", "stop-market", "oco", "trailing-stop"];

function TypeChoice({ ticket, dispatch, isDesktop, terms }: TicketFormProps) {
  const t = useT();
  const choices = TYPES.map((value) => ({ value, label: t(TYPE_WORDS[value]) }));
  const choose = (type: OrderType) => dispatch({ kind: "type", type, terms });
  const common = { label: t("trade.orderType"), value: ticket.type, onValueChange: choose, choices };
  return isDesktop ? <Tabs {...common} className="ticket-types" plain /> : <Select {...common} />;
}

interface ShownProblems {
  readonly problemOf: (field: TicketField) => TicketProblem | undefined;
  readonly touch: (field: TicketField) => void;
  /** Whether the ticket may go out; if not, all that it lacks is shown. */
  readonly tryToSend: () => boolean;
  /** Vain tries so far. */
  readonly tries: number;
}

/** Problems are shown where the trader has been, and everywhere after a try to send; another type starts over. */
function useShownProblems(ticket: TicketState, summary: TicketSummary): ShownProblems {
  const [touched, setTouched] = useState<ReadonlySet<TicketField>>(new Set());
  const [tries, setTries] = useState(0);
  const [type, setType] = useState(ticket.type);
  const forget = () => {
    setTouched(new Set());
    setTries(0);
  };
  if (type !== ticket.type) {
    setType(ticket.type);
    forget();
  }
  return {
    tries,
    problemOf: (field) => {
      const problem = summary.problems[field];
      if (tries > 0 || problem === undefined) return problem;
      return problem.reason !== "empty" && touched.has(field) ? problem : undefined;
    },
    touch: (field) => setTouched((before) => (before.has(field) ? before : new Set(before).add(field))),
    tryToSend: () => {
      if (summary.payload === undefined) {
        setTries((before) => before + 1);
        return false;
      }
      forget();
      return summary.affordable !== false;
    },
  };
}
