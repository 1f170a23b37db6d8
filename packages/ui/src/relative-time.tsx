import { useEffect, useState } from "react";
import { toMs } from "./formats.ts";
import { useUi } from "./ui-context.tsx";

const REFRESH_MS = 15_000;

/** "just now", minutes, hours, days, then the date; the exact time is in the title. */
export function RelativeTime({ ms, className }: { readonly ms: number; readonly className?: string }) {
  const { formats, labels, nowMs: now } = useUi();
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [now]);
  return (
    <time dateTime={new Date(toMs(ms)).toISOString()} title={formats.date(ms, "full")} className={className}>
      {formats.ago(ms, nowMs) ?? labels.justNow}
    </time>
  );
}
