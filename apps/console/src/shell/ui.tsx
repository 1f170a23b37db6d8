import { createFormats } from "@candor/ui/formats";
import type { LinkProps, UiEnvironment } from "@candor/ui/ui-context.tsx";
import { Link } from "react-router";

/** The console speaks English alone. */
export const UI: UiEnvironment = {
  formats: createFormats("en"),
  labels: {
    close: "Close",
    increase: "Increase",
    decrease: "Decrease",
    showPassword: "Show password",
    hidePassword: "Hide password",
    hiddenAmount: "Hidden",
    justNow: "just now",
    busy: "Working",
    refresh: "Refresh",
  },
  Link: (props: LinkProps) => <Link {...props} />,
  nowMs: Date.now,
};
