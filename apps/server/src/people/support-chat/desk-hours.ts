import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
/** Any Sunday, used to format weekday names by number. */
const SOME_SUNDAY_MS = Date.UTC(2026, 0, 4);

/** Hours at which customer service answers, in UTC, on one or more days of the week. */
export interface DeskHours {
  /** 0 is Sunday. */
  readonly firstDay: number;
  /** May be before `firstDay`: the span then wraps around the week. */
  readonly lastDay: number;
  /** Minutes of the day; `to` is greater than `from`. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Parses `Mon-Fri 08:00-18:00` or `Sat 09:00-24:00`, in UTC. Returns undefined for anything else. */
export function readDeskHours(text: string): DeskHours | undefined {
  const fields = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(text.trim());
  if (fields === null) return undefined;
  const [, first = "", last = first, ...times] = fields;
  const firstDay = DAYS.findIndex((day) => day === first);
  const lastDay = DAYS.findIndex((day) => day === last);
  const [fromHour = 0, fromRest = 0, toHour = 0, toRest = 0] = times.map(Number);
  const fromMinute = fromHour * 60 + fromRest;
  const toMinute = toHour * 60 + toRest;
  const isSound = firstDay >= 0 && lastDay >= 0 && fromRest < 60 && toRest < 60;
  if (!isSound || fromMinute >= toMinute || toMinute > DAY_MINUTES) return undefined;
  return { firstDay, lastDay, fromMinute, toMinute };
}

/** Formats hours for readDeskHours. */
export function writeDeskHours({ firstDay, lastDay, fromMinute, toMinute }: DeskHours): string {
  const days = firstDay === lastDay ? DAYS[firstDay] : `${DAYS[firstDay]}-${DAYS[lastDay]}`;
  return `${days} ${clock(fromMinute)}-${clock(toMinute)}`;
}

/** Formats hours as `Mo–Fr 08:00–18:00 UTC`, in the reader's language. */
export function deskHoursInWords(hours: DeskHours, language: Language): string {
  const name = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { weekday: "short", timeZone: "UTC" });
  const day = (number: number) => name.format(SOME_SUNDAY_MS + number * DAY_MS);
  const { firstDay, lastDay } = hours;
  const days = firstDay === lastDay ? day(firstDay) : `${day(firstDay)}–${day(lastDay)}`;
  return `${days} ${clock(hours.fromMinute)}–${clock(hours.toMinute)} UTC`;
}

export function isDeskOpen(hours: DeskHours, nowMs: number): boolean {
  const minute = Math.floor((nowMs % DAY_MS) / MINUTE_MS);
  return isDeskDay(hours, nowMs) && minute >= hours.fromMinute && minute < hours.toMinute;
}

/** Returns the next opening time after now. */
export function deskOpensAtMs(hours: DeskHours, nowMs: number): number {
  const todayMs = nowMs - (nowMs % DAY_MS);
  for (let ahead = 0; ahead <= DAYS.length; ahead++) {
    const opensAtMs = todayMs + ahead * DAY_MS + hours.fromMinute * MINUTE_MS;
    if (opensAtMs > nowMs && isDeskDay(hours, opensAtMs)) return opensAtMs;
  }
  throw new Error("desk hours contain no day");
}

function isDeskDay({ firstDay, lastDay }: DeskHours, timeMs: number): boolean {
  const day = new Date(timeMs).getUTCDay();
  return firstDay <= lastDay ? day >= firstDay && day <= lastDay : day >= firstDay || day <= lastDay;
}

function clock(minute: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}
