import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import "./button.css";
import { classNames } from "./class-names.ts";
import type { LinkProps } from "./ui-context.tsx";
import { Link, useUi } from "./ui-context.tsx";
import { CLICK_THROTTLE_MS, useThrottled } from "./use-throttled.ts";

type ButtonTone = "primary" | "secondary" | "line" | "ghost" | "danger" | "buy" | "sell" | "hero";
/** 48 (44 on desktops), 44, or 36/32 pixels with a 44-pixel target. */
type ButtonSize = "large" | "medium" | "small";

const TONES: Record<ButtonTone, string | false> = {
  primary: "p",
  secondary: false,
  line: "line",
  ghost: "ghost",
  danger: "danger",
  buy: "buy",
  sell: "sell",
  hero: "hero-btn",
};
const SIZES: Record<ButtonSize, string | false> = { large: false, medium: "m", small: "s" };

interface Looks {
  readonly tone?: ButtonTone | undefined;
  readonly size?: ButtonSize | undefined;
  /** Full width of its container. */
  readonly block?: boolean | undefined;
}

function buttonClass({ tone = "secondary", size = "large", block = false }: Looks): string {
  return classNames("btn", TONES[tone], SIZES[size], block && "block");
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** A request is in progress: shows a spinner and its text, ignores clicks. */
  readonly busy?: boolean;
  /** Time in milliseconds during which a second click is ignored. */
  readonly throttleMs?: number;
}

/** Buttons are labeled with the action and, if funds move, the amount. */
export function Button(props: ButtonProps) {
  const { tone, size, block, busy = false, throttleMs = CLICK_THROTTLE_MS, onClick, ...rest } = props;
  const { className, type = "button", children, ...attributes } = rest;
  const mayPass = useThrottled(throttleMs);
  const { labels } = useUi();
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || !mayPass()) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller says "submit"
      type={type}
      className={classNames(buttonClass({ tone, size, block }), className)}
      aria-busy={busy || undefined}
      // Buy and sell labels must never be machine-translated.
      translate={tone === "buy" || tone === "sell" ? "no" : undefined}
      onClick={click}
      {...attributes}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {busy ? <span className="busy-word">{labels.busy}</span> : children}
    </button>
  );
}

/** A link styled as a button; navigates only. */
export function ButtonLink({ tone, size, block, className, ...rest }: LinkProps & Looks) {
  return <Link className={classNames(buttonClass({ tone, size, block }), className)} {...rest} />;
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classNames("iconbtn", className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </button>
  );
}

export function IconLink({ label, className, children, ...rest }: LinkProps & { readonly label: string }) {
  return (
    <Link className={classNames("iconbtn", className)} aria-label={label} title={label} {...rest}>
      {children}
    </Link>
  );
}
