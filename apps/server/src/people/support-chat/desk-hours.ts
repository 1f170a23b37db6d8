import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
/** A Sunday, so that a weekday can be named by its number. */
const SOME_SUNDAY_MS = Date.UTC(2026, 0, 4);

/** When somebody answers, in UTC, on one or more days of a week. */
export interface DeskHours {
  /** 0 is Sunday. */
  readonly firstDay: number;
  /** May be before the first one: the span goes over the end of the week. */
  readonly lastDay: number;
  /** Minutes of the day; `to` is greater than `from`. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Reads `Mon-Fri 08:00-18:00` or `Sat 09:00-24:00`, in UTC; undefined: it is neither. */
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

/** As readDeskHours takes it. */
export function writeDeskHours({ firstDay, lastDay, fromMinute, toMinute }: DeskHours): string {
  const days = firstDay === lastDay ? DAYS[firstDay] : `${DAYS[firstDay]}-${DAYS[lastDay]}`;
  return `${days} ${clock(fromMinute)}-${clock(toMinute)}`;
}

/** `Mo–Fr 08:00–18:00 UTC`, in the reader's words. */
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

/** The next time at which it opens, after now. */
export function deskOpensAtMs(hours: DeskHours, nowMs: number): number {
  const todayMs = nowMs - (nowMs % DAY_MS);
  for (let ahead = 0; ahead <= DAYS.length; ahead++) {
    const opensAtMs = todayMs + ahead * DAY_MS + hours.fromMinute * MINUTE_MS;
    if (opensAtMs > nowMs && isDeskDay(hours, opensAtMs)) return opensAtMs;
  }
  throw new Error("a week without a day of the desk");
}

function isDeskDay({ firstDay, lastDay }: DeskHours, timeMs: number): boolean {
  const day = new Date(timeMs).getUTCDay();
  return firstDay <= lastDay ? day >= firstDay && day <= lastDay : day >= firstDay || day <= lastDay;
}

function clock(minute: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}
