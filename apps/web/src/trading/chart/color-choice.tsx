import { moveFocus } from "@candor/ui/roving-focus";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import "./color-choice.css";
import { LINE_COLORS, type LineColor } from "./indicators/indicator-list.ts";

const NAMES: Readonly<Record<LineColor, MessageKey>> = {
  ma1: "chart.colorAmber",
  ma2: "chart.colorIndigo",
  ma3: "chart.colorMagenta",
  ma4: "chart.colorTeal",
  ma5: "chart.colorBlue",
  ma6: "chart.colorSlate",
  ma7: "chart.colorOlive",
  ma8: "chart.colorBrown",
  ma9: "chart.colorPink",
  ma10: "chart.colorViolet",
  ma11: "chart.colorGreen",
  ma12: "chart.colorOrange",
  ma13: "chart.colorNavy",
  up: "chart.colorUp",
  down: "chart.colorDown",
  text: "chart.colorText",
};

export interface ColorChoiceProps {
  readonly label: string;
  readonly value: LineColor;
  readonly onValueChange: (color: LineColor) => void;
}

/** A row of swatches. The colors are design tokens, so they follow the theme. */
export function ColorChoice({ label, value, onValueChange }: ColorChoiceProps) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen choice holds the focus
    <div
      className="swatches"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, "[role=radio]")}
    >
      {LINE_COLORS.map((color) => (
        <button
          key={color}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button keeps one look in all browsers
          role="radio"
          aria-checked={color === value}
          aria-label={t(NAMES[color])}
          title={t(NAMES[color])}
          tabIndex={color === value ? 0 : -1}
          onClick={() => onValueChange(color)}
        >
          <span style={{ background: `var(--c-${color})` }} />
        </button>
      ))}
    </div>
  );
}
