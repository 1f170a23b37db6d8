import { Badge, type Tone } from "@candor/ui/badge.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import type { AlarmLine } from "@candor/wire/console/dashboard";

const TONES: Readonly<Record<AlarmLine["severity"], Tone>> = { critical: "down", warning: "warn" };

/** Active alarms, above everything else; renders nothing if there are none. */
export function Alarms({ lines }: { readonly lines: readonly AlarmLine[] }) {
  if (lines.length === 0) return null;
  const worst = lines.some(({ severity }) => severity === "critical") ? "down" : "warn";
  return (
    <Notice
      tone={worst}
      title={`${lines.length === 1 ? "One alarm is" : `${lines.length} alarms are`} raised`}
      announce
    >
      <ul className="console-alarms" aria-label="Alarms">
        {lines.map(({ name, title, severity, subject, text, sinceMs }) => (
          <li key={`${name} ${subject}`}>
            <Badge tone={TONES[severity]}>{severity}</Badge>
            <span>
              <b className="med">
                {title}
                {subject === "" ? "" : `: ${subject}`}
              </b>{" "}
              {text}{" "}
              <span className="muted">
                since {new Date(sinceMs).toISOString().slice(0, 16).replace("T", " ")} UTC
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
