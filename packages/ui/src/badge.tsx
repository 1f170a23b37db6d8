import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import "./display.css";

export type Tone = "neutral" | "up" | "down" | "warn" | "primary";

const TONE_CLASS: Record<Tone, string | false> = {
  neutral: false,
  up: "up",
  down: "down",
  warn: "warn",
  primary: "p",
};

export const toneClass = (tone: Tone): string | false => TONE_CLASS[tone];

export interface BadgeProps {
  readonly tone?: Tone;
  /** A dot before the label. */
  readonly dot?: boolean;
  readonly children: ReactNode;
}

export function Badge({ tone = "neutral", dot = false, children }: BadgeProps) {
  return <span className={classNames("badge", TONE_CLASS[tone], dot && "d")}>{children}</span>;
}

export interface LiveStateProps {
  /** "simulated" and "recorded" data is fresh but not real: its dot is indigo. */
  readonly state: "live" | "simulated" | "recorded" | "delayed" | "off";
  readonly children: ReactNode;
  readonly className?: string;
}

/** Freshness of the data shown: a dot and a label. */
export function LiveState({ state, children, className }: LiveStateProps) {
  return (
    <span
      className={classNames(
        "live",
        state === "delayed" && "delayed",
        state === "off" && "off",
        (state === "simulated" || state === "recorded") && "neutral",
        className,
      )}
    >
      {children}
    </span>
  );
}
