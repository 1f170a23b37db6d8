import { ButtonLink } from "@candor/ui/button.tsx";
import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { loginPath, tradePath } from "../../shell/routing/routes.ts";
import { TYPE_HINTS } from "../orders/order-words.ts";
import { SideChoice } from "./amount-inputs.tsx";
import { keepButtonsVisible } from "./keep-buttons-visible.ts";
import { SubmitButton } from "./submit-button.tsx";
import { TicketCosts } from "./ticket-costs.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import type { TicketFormProps } from "./ticket-props.ts";
import "./ticket.css";
import { StoppedNotice } from "../market/stopped-notice.tsx";
import { referenceTicks } from "./ticket-prices.ts";
import { TypeChoice } from "./type-choice.tsx";
import { useShownProblems } from "./use-shown-problems.ts";

/**
 * Side, type, amounts, costs and the submit button. Only that button sends an order: Enter on a phone's keyboard means
 * "done", not "buy".
 */
export function TicketForm(props: TicketFormProps) {
  const { ticket, summary, dispatch, status, isLoggedIn, isDesktop, terms } = props;
  const marketTicks = referenceTicks(props.now);
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => keepButtonsVisible(form.current), []);
  const { problemOf, touch, tryToSend, tries } = useShownProblems(`${ticket.side} ${ticket.type}`, summary);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  return (
    <form
      ref={form}
      className="ticket"
      translate="no"
      onSubmit={(event) => event.preventDefault()}
      noValidate
      inert={props.isPending}
      aria-busy={props.isPending}
      aria-label={t("trade.ticket")}
    >
      <SideChoice
        value={ticket.side}
        onValueChange={(side) => dispatch({ kind: "side", side, terms, marketTicks })}
      />
      <TypeChoice
        value={ticket.type}
        isDesktop={isDesktop}
        {...(props.types && { types: props.types })}
        onValueChange={(type) => dispatch({ kind: "type", type, terms, marketTicks })}
      />
      <TicketFields {...props} problemOf={problemOf} onTouch={touch} />
      <TicketCosts {...props} />
      {props.costs}
      <StoppedNotice status={status} reason={props.statusReason} stale={t("trade.marketCancelOnly")} />
      {isLoggedIn ? (
        <SubmitButton {...props} onSubmit={() => tryToSend() && props.onSubmit()} />
      ) : (
        <ButtonLink to={loginPath(props.returnTo ?? tradePath(terms.symbol))} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
      <p className="small muted">{t(TYPE_HINTS[summary.type])}</p>
    </form>
  );
}
