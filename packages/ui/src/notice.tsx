import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import { toneClass } from "./badge.tsx";
import { classNames } from "./class-names.ts";
import "./display.css";
import type { IconComponent } from "./icons.tsx";
import { AlertIcon, CheckIcon, InfoIcon } from "./icons.tsx";

export interface NoticeProps {
  readonly tone?: Tone;
  readonly icon?: IconComponent;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Announced by screen readers when it appears. */
  readonly announce?: boolean;
}

const ICONS: Record<Tone, IconComponent> = {
  neutral: InfoIcon,
  primary: InfoIcon,
  warn: AlertIcon,
  down: AlertIcon,
  up: CheckIcon,
};

/** One fact next to an action. */
export function Notice({ tone = "neutral", icon, title, children, announce = false }: NoticeProps) {
  const Icon = icon ?? ICONS[tone];
  return (
    <div className={classNames("note", toneClass(tone))} role={announce ? "alert" : undefined}>
      <Icon size="s" />
      <div>
        {title !== undefined && (
          <>
            <b className="note-title">{title}</b>{" "}
          </>
        )}
        {children}
      </div>
    </div>
  );
}
