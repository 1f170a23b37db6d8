import { CandlesIcon, SwapIcon, TradeIcon } from "@candor/ui/icons.tsx";
import { TimerIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { AskSwitch, HabitSwitch } from "../../shared/confirmation/ask-switch.tsx";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useOffered } from "../../shell/routing/offered.ts";
import { CONTRACTS, LEVERAGE, SECOND_CONTRACTS, TRADE } from "../../shell/routing/routes.ts";
import { Setting } from "./setting.tsx";

const QUESTIONS = [
  { path: TRADE, of: "spot", words: "me.askSpot", icon: TradeIcon },
  { path: LEVERAGE, of: "lever", words: "me.askMargin", icon: SwapIcon },
  { path: CONTRACTS, of: "contract", words: "me.askContracts", icon: CandlesIcon },
  { path: SECOND_CONTRACTS, of: "option", words: "me.askOptions", icon: TimerIcon },
  { path: TRADE, of: "drag", words: "me.askDrag", icon: CandlesIcon },
] as const;

const HABITS = [
  { setting: "bookAmount", words: "me.bookAmount", icon: TradeIcon, needsKeys: false },
  { setting: "shortcuts", words: "me.shortcuts", icon: SwapIcon, needsKeys: true },
] as const;

/** Whether orders of the offered products are confirmed before they are sent, and other habits of trading screens. */
export function QuestionSettings() {
  const t = useT();
  const isOffered = useOffered();
  const isDesktop = useDesktop();
  return (
    <>
      {QUESTIONS.filter(({ path }) => isOffered(path)).map(({ of, words, icon }) => (
        <Setting key={of} icon={icon} aside={<AskSwitch of={of} label={t(words)} />}>
          {t(words)}
        </Setting>
      ))}
      {HABITS.filter(({ needsKeys }) => isDesktop || !needsKeys).map(({ setting, words, icon }) => (
        <Setting key={setting} icon={icon} aside={<HabitSwitch setting={setting} label={t(words)} />}>
          {t(words)}
        </Setting>
      ))}
    </>
  );
}
