import { useEffect, useState } from "react";

const SECOND_MS = 1_000;

/** The time, once a second. */
function useSeconds(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Hours, minutes and seconds until then. */
export function FundingCountdown({ atMs }: { readonly atMs: number | null }) {
  const nowMs = useSeconds();
  if (atMs === null) return <span className="n">–</span>;
  const seconds = Math.max(0, Math.floor((atMs - nowMs) / SECOND_MS));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return (
    <span className="n">
      {two(hours)}:{two(minutes)}:{two(seconds % 60)}
    </span>
  );
}
