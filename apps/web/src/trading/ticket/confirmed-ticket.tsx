import type { OrderType } from "@candor/domain/enumerations";
import { useState } from "react";
import { type Confirmed, useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { useAppStore } from "../../state/app-store.ts";
import { ConfirmOrderSheet } from "./confirm-order-sheet.tsx";
import { TicketForm } from "./ticket-form.tsx";
import type { TicketFormProps } from "./ticket-props.ts";
import type { SpotPayload } from "./ticket-summary.ts";
import { useTicketHotkeys } from "./use-ticket-hotkeys.ts";

interface ConfirmedTicketProps extends Omit<TicketFormProps, "isLoggedIn" | "onSubmit"> {
  readonly product: Extract<Confirmed, "spot" | "lever">;
  /** Resolves to whether the order was accepted. */
  readonly place: (payload: SpotPayload) => Promise<boolean>;
}

/** A spot or margin ticket with its shortcuts. Sends at once, or asks first if the account wants that. */
export function ConfirmedTicket({ product, place, ...form }: ConfirmedTicketProps) {
  const { summary, dispatch } = form;
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const asks = useTradingSettings().settings.confirm[product];
  // A price that crosses the trigger while the sheet is open must not turn a stop into a take-profit.
  const [asked, setAsked] = useState<OrderType>();
  const send = async (): Promise<void> => {
    const { payload, type } = summary;
    if (payload === undefined || !(await place({ ...payload, type: asked ?? type }))) return;
    setAsked(undefined);
    dispatch({ kind: "sent" });
  };
  return (
    <>
      {useTicketHotkeys(form)}
      <TicketForm
        {...form}
        isLoggedIn={isLoggedIn}
        onSubmit={() => (asks ? setAsked(summary.type) : void send())}
      />
      <ConfirmOrderSheet
        {...form}
        summary={{ ...summary, type: asked ?? summary.type }}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        product={product}
        onSend={() => void send()}
      />
    </>
  );
}
