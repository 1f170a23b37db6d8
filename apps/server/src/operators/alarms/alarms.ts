import { ALARM_KINDS, ALARM_NAMES, type AlarmName, type AlarmSeverity } from "./alarm-kinds.ts";

/** Maximum number of subjects tracked per alarm; the rest share one entry. */
const MAX_SUBJECTS = 100;
const MAX_TEXT = 400;
const MORE = "(more)";

/** A condition that someone has to act on. */
export interface Alarm {
  readonly name: AlarmName;
  readonly severity: AlarmSeverity;
  /** The affected market, asset, chain or part. Empty for the whole server. */
  readonly subject: string;
  /** What is wrong and what to do, in English. */
  readonly text: string;
  /** When the condition began, not when it was reported. */
  readonly sinceMs: number;
}

export type AlarmChange = { readonly kind: "raised" | "cleared"; readonly alarm: Alarm };

/** The two calls that other parts of the server need. */
export interface AlarmPort {
  /** Reports that the condition holds. May be repeated; the latest text wins. */
  raise(name: AlarmName, text: string, subject?: string): void;
  clear(name: AlarmName, subject?: string): void;
}

interface Entry {
  readonly name: AlarmName;
  readonly subject: string;
  readonly sinceMs: number;
  text: string;
  isRaised: boolean;
  /** When the condition ended; undefined while it holds. */
  endedMs: number | undefined;
}

/**
 * All current problems of the exchange. An alarm is raised once its condition has held for its raise time and cleared
 * once it has been gone for its clear time. Listeners are called once for each change, however often checks repeat.
 */
export class Alarms implements AlarmPort {
  private readonly nowMs: () => number;
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<(change: AlarmChange) => void>();

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  raise(name: AlarmName, text: string, subject = ""): void {
    const entry = this.entryOf(name, subject);
    entry.text = text.slice(0, MAX_TEXT);
    entry.endedMs = undefined;
    this.settle(entry);
  }

  clear(name: AlarmName, subject = ""): void {
    const entry = this.entries.get(keyOf(name, subject));
    if (entry === undefined) return;
    entry.endedMs ??= this.nowMs();
    this.settle(entry);
  }

  /** Reports all subjects of an alarm; subjects not in the map are cleared. */
  report(name: AlarmName, problems: ReadonlyMap<string, string>): void {
    const named = new Map([...problems].slice(0, MAX_SUBJECTS));
    const others = problems.size - named.size;
    if (others > 0) named.set(MORE, `${others} more`);
    for (const entry of this.entries.values())
      if (entry.name === name && !named.has(entry.subject)) this.clear(name, entry.subject);
    for (const [subject, text] of named) this.raise(name, text, subject);
  }

  /** Advances time. Call about once a second. */
  tick(): void {
    for (const entry of this.entries.values()) this.settle(entry);
  }

  /** Most severe first, then oldest. */
  raised(): readonly Alarm[] {
    const order = (name: AlarmName): number =>
      (ALARM_KINDS[name].severity === "critical" ? 0 : ALARM_NAMES.length) + ALARM_NAMES.indexOf(name);
    return [...this.entries.values()]
      .filter(({ isRaised }) => isRaised)
      .map(alarmOf)
      .sort((a, b) => order(a.name) - order(b.name) || a.sinceMs - b.sinceMs);
  }

  /**
   * Calls the listener once when an alarm is raised and once when it is cleared. Returns a function that unsubscribes.
   */
  subscribe(listener: (change: AlarmChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private entryOf(name: AlarmName, asked: string): Entry {
    const subject = this.hasRoom(name, asked) ? asked : MORE;
    const key = keyOf(name, subject);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const entry = { name, subject, sinceMs: this.nowMs(), text: "", isRaised: false, endedMs: undefined };
    this.entries.set(key, entry);
    return entry;
  }

  private hasRoom(name: AlarmName, subject: string): boolean {
    if (this.entries.has(keyOf(name, subject))) return true;
    let count = 0;
    for (const entry of this.entries.values()) if (entry.name === name) count++;
    return count < MAX_SUBJECTS;
  }

  private settle(entry: Entry): void {
    const { raiseAfterMs, clearAfterMs } = ALARM_KINDS[entry.name];
    const nowMs = this.nowMs();
    if (entry.endedMs === undefined) {
      if (entry.isRaised || nowMs - entry.sinceMs < raiseAfterMs) return;
      entry.isRaised = true;
      return this.tell({ kind: "raised", alarm: alarmOf(entry) });
    }
    // A condition that ended before it was reported is dropped silently.
    if (entry.isRaised && nowMs - entry.endedMs < clearAfterMs) return;
    this.entries.delete(keyOf(entry.name, entry.subject));
    if (entry.isRaised) this.tell({ kind: "cleared", alarm: alarmOf(entry) });
  }

  private tell(change: AlarmChange): void {
    for (const listener of this.listeners) listener(change);
  }
}

const keyOf = (name: AlarmName, subject: string): string => `${name} ${subject}`;

function alarmOf({ name, subject, text, sinceMs }: Entry): Alarm {
  return { name, severity: ALARM_KINDS[name].severity, subject, text, sinceMs };
}
