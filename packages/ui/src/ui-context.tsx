import type { AnchorHTMLAttributes, ComponentType, ReactNode } from "react";
import { createContext, useContext } from "react";
import type { Formats } from "./formats.ts";
import { createFormats } from "./formats.ts";

/** Texts of the UI kit itself, provided by the app in the user's language. */
export interface UiLabels {
  readonly close: string;
  readonly increase: string;
  readonly decrease: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly hiddenAmount: string;
  readonly justNow: string;
  readonly busy: string;
  readonly refresh: string;
  /** @param example a number in the locale's format */
  readonly numberUnreadable: (example: string) => string;
  readonly numberNegative: string;
  readonly numberWhole: string;
  readonly numberDecimals: (count: number) => string;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** An app route, such as "/pages/home/index". */
  readonly to: string;
}

export interface UiEnvironment {
  readonly formats: Formats;
  readonly labels: UiLabels;
  readonly Link: ComponentType<LinkProps>;
  /** Current time for ages and days; the device's own clock may be wrong. */
  readonly nowMs: () => number;
}

export const ENGLISH_LABELS: UiLabels = {
  close: "Close",
  increase: "Increase",
  decrease: "Decrease",
  showPassword: "Show password",
  hidePassword: "Hide password",
  hiddenAmount: "Hidden",
  justNow: "just now",
  busy: "requesting",
  refresh: "Pull to refresh",
  numberUnreadable: (example) => `Enter a number such as ${example}`,
  numberNegative: "Enter a number above zero",
  numberWhole: "Enter a whole number",
  numberDecimals: (count) => `Enter at most ${count} ${count === 1 ? "decimal" : "decimals"}`,
};

function PlainLink({ to, ...rest }: LinkProps) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content comes with the props
  return <a href={`#${to}`} {...rest} />;
}

const UiContext = createContext<UiEnvironment>({
  formats: createFormats("en"),
  labels: ENGLISH_LABELS,
  Link: PlainLink,
  nowMs: Date.now,
});

export function UiProvider({
  value,
  children,
}: {
  readonly value: UiEnvironment;
  readonly children: ReactNode;
}) {
  return <UiContext value={value}>{children}</UiContext>;
}

export const useUi = (): UiEnvironment => useContext(UiContext);
export const useFormats = (): Formats => useContext(UiContext).formats;

/** An app link, rendered by the app's router. */
export function Link(props: LinkProps) {
  const { Link: AppLink } = useUi();
  return <AppLink {...props} />;
}
