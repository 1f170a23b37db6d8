import { useServerNow } from "../../shell/time/use-server-now.ts";

const SECOND_MS = 1_000;

const two = (value: number): string => String(value).padStart(2, "0");

/** Remaining hours, minutes and seconds, by the server's clock. */
export function FundingCountdown({ atMs }: { readonly atMs: number | null }) {
  const nowMs = useServerNow(SECOND_MS);
  if (atMs === null)
    return (
      <span className="n" translate="no">
        –
      </span>
    );
  const seconds = Math.max(0, Math.floor((atMs - nowMs) / SECOND_MS));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return (
    <span className="n" translate="no">
      {two(hours)}:{two(minutes)}:{two(seconds % 60)}
    </span>
  );
}
