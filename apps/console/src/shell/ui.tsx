import { createFormats } from "@candor/ui/formats";
import { ENGLISH_LABELS, type LinkProps, type UiEnvironment } from "@candor/ui/ui-context.tsx";
import { Link } from "react-router";

/** The console is English only. */
export const UI: UiEnvironment = {
  formats: createFormats("en"),
  labels: { ...ENGLISH_LABELS, busy: "Working", refresh: "Refresh" },
  Link: (props: LinkProps) => <Link {...props} />,
  nowMs: Date.now,
};
