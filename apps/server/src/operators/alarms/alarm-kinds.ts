/** `critical`: money or trading is at risk now. `warning`: it will be unless someone acts. */
export type AlarmSeverity = "critical" | "warning";

interface AlarmKind {
  readonly severity: AlarmSeverity;
  /** How long the condition must hold before the alarm is raised. */
  readonly raiseAfterMs: number;
  /** How long the condition must be gone before the alarm is cleared, so that a flapping condition is reported once. */
  readonly clearAfterMs: number;
  /** Heading shown to operators. */
  readonly title: string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const kind = (
  severity: AlarmSeverity,
  title: string,
  raiseAfterMs: number,
  clearAfterMs: number,
): AlarmKind => ({ severity, title, raiseAfterMs, clearAfterMs });

/** All alarms. Prometheus, `/healthz`, emails and the webhook use these names. */
export const ALARM_KINDS = {
  "custody-unexplained": kind("critical", "Custody unexplained", MINUTE_MS, MINUTE_MS),
  "custody-surplus": kind("warning", "Custody surplus unexplained", MINUTE_MS, MINUTE_MS),
  "chain-paused": kind("critical", "Chain paused", 30 * SECOND_MS, 30 * SECOND_MS),
  "chain-unconfirmed": kind("critical", "Chain file not confirmed", 0, 0),
  "deposit-waiting": kind("warning", "Deposit waiting for an operator", 0, 0),
  "signer-down": kind("critical", "Signer down", 30 * SECOND_MS, 30 * SECOND_MS),
  "gas-low": kind("warning", "Gas account low", MINUTE_MS, MINUTE_MS),
  "withdrawals-late": kind("critical", "Withdrawals overdue", 0, MINUTE_MS),
  "source-down": kind("warning", "Price source down", 30 * SECOND_MS, MINUTE_MS),
  "market-unpriced": kind("critical", "Market without fresh prices", 30 * SECOND_MS, MINUTE_MS),
  "index-disputed": kind("critical", "Index disputed", 0, MINUTE_MS),
  "clock-held": kind("critical", "Clock held", 0, 0),
  "server-ended": kind("critical", "Server ended", 0, 0),
  "disk-low": kind("critical", "Disk low", MINUTE_MS, MINUTE_MS),
  "engine-slow": kind("warning", "Engine slow", MINUTE_MS, MINUTE_MS),
  "read-models-behind": kind("warning", "Read models behind", MINUTE_MS, MINUTE_MS),
  "mail-failing": kind("warning", "Mail not delivered", 0, 5 * MINUTE_MS),
  "verification-codes": kind("critical", "Too many wrong verification codes", 0, 10 * MINUTE_MS),
} as const satisfies Record<string, AlarmKind>;

/** Alarms that `/healthz` may show to anyone. None of them reveals a user, an amount or a wallet. */
export const PUBLIC_ALARMS: ReadonlySet<AlarmName> = new Set([
  "chain-paused",
  "chain-unconfirmed",
  "withdrawals-late",
  "source-down",
  "market-unpriced",
  "index-disputed",
  "clock-held",
  "engine-slow",
  "read-models-behind",
]);

export type AlarmName = keyof typeof ALARM_KINDS;
export const ALARM_NAMES = Object.keys(ALARM_KINDS) as readonly AlarmName[];
