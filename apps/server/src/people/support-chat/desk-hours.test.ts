import { expect, test } from "vitest";
import { deskHoursInWords, deskOpensAtMs, isDeskOpen, readDeskHours, writeDeskHours } from "./desk-hours.ts";

const at = (text: string): number => Date.parse(`${text}Z`);
const hours = (text: string) => readDeskHours(text) ?? expect.fail(text);

test("CHAT-03 hours are days and minutes in UTC; anything else is rejected", () => {
  for (const text of ["Mon-Fri 08:00-18:00", "Sat 09:30-24:00", "Fri-Mon 00:00-24:00"])
    expect(writeDeskHours(hours(text))).toBe(text);
  for (const text of ["", "Mon-Fri", "mon-fri 08:00-18:00", "Mon-Fri 18:00-08:00", "Mon 08:60-09:00"])
    expect(readDeskHours(text), text).toBe(undefined);
  expect(readDeskHours("Mon 08:00-24:01")).toBe(undefined);
  expect(deskHoursInWords(hours("Mon-Fri 08:00-18:00"), "en")).toBe("Mon–Fri 08:00–18:00 UTC");
  expect(deskHoursInWords(hours("Sat 09:30-24:00"), "de")).toBe("Sa 09:30–24:00 UTC");
});

test("CHAT-03 the desk is open within its hours and says when it opens next, also across the end of a week", () => {
  const office = hours("Mon-Fri 08:00-18:00");
  const monday = "2026-01-05T";
  expect(isDeskOpen(office, at(`${monday}07:59:59`))).toBe(false);
  expect(isDeskOpen(office, at(`${monday}08:00`))).toBe(true);
  expect(isDeskOpen(office, at(`${monday}17:59:59`))).toBe(true);
  expect(isDeskOpen(office, at(`${monday}18:00`))).toBe(false);
  expect(deskOpensAtMs(office, at(`${monday}07:00`))).toBe(at(`${monday}08:00`));
  expect(deskOpensAtMs(office, at("2026-01-09T18:00"))).toBe(at("2026-01-12T08:00"));
  const weekend = hours("Sat-Sun 10:00-12:00");
  expect(isDeskOpen(weekend, at("2026-01-04T11:00"))).toBe(true);
  expect(isDeskOpen(weekend, at("2026-01-05T11:00"))).toBe(false);
  expect(deskOpensAtMs(weekend, at("2026-01-04T12:00"))).toBe(at("2026-01-10T10:00"));
});
