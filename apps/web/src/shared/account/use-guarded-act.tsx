import { Sheet } from "@candor/ui/sheet.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { ReactNode } from "react";
import { useState } from "react";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { useT } from "../../i18n/use-t.ts";
import type { Outcome } from "../../shell/calls/use-call.ts";
import { messageOf, useAct } from "../../shell/calls/use-call.ts";
import type { SecondFactor } from "../../shell/session/second-factor.tsx";
import type { FactorDemand, GuardedCall } from "./second-factor.ts";
import { demandOf, isFactorRefused } from "./second-factor.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";

interface Asking<Name extends GuardedCall> {
  readonly demand: FactorDemand;
  readonly request: ApiRequest<Name>;
  readonly problem: string | null;
  readonly settle: (outcome: Outcome<CallReply<Name>> | null) => void;
}

export interface GuardedAct<Name extends GuardedCall> {
  readonly isBusy: boolean;
  /**
   * Like `useAct`; opens the sheet if a second factor is required. `null` if the call was not made or the sheet was
   * closed.
   */
  readonly run: (request: ApiRequest<Name>) => Promise<Outcome<CallReply<Name>> | null>;
  /** The sheet for the second factor; must be rendered. */
  readonly sheet: ReactNode;
}

/** An action that may require a second factor. */
export function useGuardedAct<Name extends GuardedCall>(name: Name): GuardedAct<Name> {
  const t = useT();
  const act = useAct(name);
  const [asking, setAsking] = useState<Asking<Name> | null>(null);
  const run = async (request: ApiRequest<Name>): Promise<Outcome<CallReply<Name>> | null> => {
    const outcome = await act.run(request);
    const demand = outcome === null || outcome.ok ? null : demandOf(outcome.error);
    if (demand === null) return outcome;
    return new Promise((settle) => setAsking({ demand, request, problem: null, settle }));
  };
  const answer = async (secondFactor: SecondFactor) => {
    if (asking === null) return;
    const outcome = await act.run({ ...asking.request, secondFactor });
    if (outcome === null) return;
    if (!outcome.ok && isFactorRefused(outcome.error)) {
      // A passkey challenge is valid for one answer; repeating the call returns the next one.
      const renewed = asking.demand.question === null ? null : await act.run(asking.request);
      const demand = renewed === null || renewed.ok ? null : demandOf(renewed.error);
      return setAsking({ ...asking, demand: demand ?? asking.demand, problem: messageOf(outcome.error) });
    }
    setAsking(null);
    asking.settle(outcome);
  };
  const cancel = () => {
    setAsking(null);
    asking?.settle(null);
  };
  const sheet = asking !== null && (
    <Sheet
      open
      onOpenChange={cancel}
      title={t("security.factorTitle")}
      description={t("security.factorNote")}
    >
      <SecondFactorForm
        key={asking.demand.question?.challenge}
        demand={asking.demand}
        problem={asking.problem}
        isBusy={act.isBusy}
        onAnswer={(factor) => void answer(factor)}
      />
    </Sheet>
  );
  return { isBusy: act.isBusy, run, sheet };
}
