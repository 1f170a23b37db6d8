import { CandlesIcon } from "@candor/ui/icons.tsx";
import { TimerIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { AskSwitch } from "../../shared/confirmation/ask-switch.tsx";
import { useOffered } from "../../shell/routing/offered.ts";
import { CONTRACTS, SECOND_CONTRACTS } from "../../shell/routing/routes.ts";
import { Setting } from "./setting.tsx";

const QUESTIONS = [
  { path: CONTRACTS, setting: "contractsUnasked", words: "me.askContracts", icon: CandlesIcon },
  { path: SECOND_CONTRACTS, setting: "optionsUnasked", words: "me.askOptions", icon: TimerIcon },
] as const;

/** Whether orders of the offered products are confirmed before they are sent. */
export function QuestionSettings() {
  const t = useT();
  const isOffered = useOffered();
  return QUESTIONS.filter(({ path }) => isOffered(path)).map(({ setting, words, icon }) => (
    <Setting key={setting} icon={icon} aside={<AskSwitch setting={setting} label={t(words)} />}>
      {t(words)}
    </Setting>
  ));
}
