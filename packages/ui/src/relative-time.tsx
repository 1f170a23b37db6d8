import { useEffect, useState } from "react";
import { toMs } from "./formats.ts";
import { useUi } from "./ui-context.tsx";

const REFRESH_MS = 60_000;

/** "just now", minutes, hours, days, then the date; the exact time is in its title. */
export function RelativeTime({ ms, className }: { readonly ms: number; readonly className?: string }) {
  const { formats, labels } = useUi();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(toMs(ms)).toISOString()} title={formats.date(ms, "full")} className={className}>
      {formats.ago(ms, nowMs) ?? labels.justNow}
    </time>
  );
}
