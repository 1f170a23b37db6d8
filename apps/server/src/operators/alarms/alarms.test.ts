import { describe, expect, test } from "vitest";
import { type AlarmChange, Alarms } from "./alarms.ts";

function world() {
  let now = 1_000_000;
  const alarms = new Alarms(() => now);
  const reported: string[] = [];
  alarms.subscribe(({ kind, alarm }: AlarmChange) =>
    reported.push(`${kind} ${alarm.name} ${alarm.subject}`.trim()),
  );
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    alarms.tick();
  };
  return { alarms, reported, pass };
}

describe("ALARM-01: an alarm is raised after its condition held for its time, and cleared after it was absent for its time", () => {
  test("a moment is no alarm", () => {
    const { alarms, reported, pass } = world();
    alarms.raise("signer-down", "does not answer");
    pass(29_000);
    alarms.clear("signer-down");
    pass(60_000);
    expect(reported).toEqual([]);
    expect(alarms.raised()).toEqual([]);
  });

  test("a lasting condition is reported once, with its start time", () => {
    const { alarms, reported, pass } = world();
    for (let second = 0; second <= 120; second++) {
      alarms.raise("signer-down", `for ${second} s`);
      pass(1_000);
    }
    expect(reported).toEqual(["raised signer-down"]);
    expect(alarms.raised()).toEqual([
      { name: "signer-down", severity: "critical", subject: "", text: "for 120 s", sinceMs: 1_000_000 },
    ]);
  });

  test("a flapping condition is one alarm", () => {
    const { alarms, reported, pass } = world();
    for (let round = 0; round < 20; round++) {
      alarms.raise("source-down", "reconnecting", "okx");
      pass(31_000);
      alarms.clear("source-down", "okx");
      pass(20_000);
    }
    expect(reported).toEqual(["raised source-down okx"]);
    pass(60_000);
    expect(reported).toEqual(["raised source-down okx", "cleared source-down okx"]);
    pass(600_000);
    expect(reported).toHaveLength(2);
  });

  test("some conditions count at once", () => {
    const { alarms, reported } = world();
    alarms.raise("clock-held", "an hour ahead");
    alarms.clear("clock-held");
    expect(reported).toEqual(["raised clock-held", "cleared clock-held"]);
  });

  test("a report clears the alarms it does not name", () => {
    const { alarms, reported, pass } = world();
    alarms.report(
      "deposit-waiting",
      new Map([
        ["d0-1-0", "a"],
        ["d0-2-0", "b"],
      ]),
    );
    alarms.report("deposit-waiting", new Map([["d0-2-0", "b"]]));
    pass(1_000);
    expect(reported).toEqual([
      "raised deposit-waiting d0-1-0",
      "raised deposit-waiting d0-2-0",
      "cleared deposit-waiting d0-1-0",
    ]);
    expect(alarms.raised().map(({ subject }) => subject)).toEqual(["d0-2-0"]);
  });

  test("a report of more than are kept apart does not flap", () => {
    const { alarms, reported, pass } = world();
    const many = new Map(Array.from({ length: 150 }, (_, index) => [`d0-${index}-0`, "dust"]));
    for (let round = 0; round < 3; round++) {
      alarms.report("deposit-waiting", many);
      pass(10_000);
    }
    expect(reported).toHaveLength(101);
    expect(alarms.raised().find(({ subject }) => subject === "(more)")?.text).toBe("50 more");
    alarms.report("deposit-waiting", new Map());
    expect(alarms.raised()).toEqual([]);
  });

  test("the most severe alarms come first, and their number is limited to a thousand", () => {
    const { alarms } = world();
    for (let index = 0; index < 1_000; index++) alarms.raise("deposit-waiting", "dust", `d0-${index}-0`);
    alarms.raise("clock-held", "x".repeat(10_000));
    const raised = alarms.raised();
    expect(raised[0]?.name).toBe("clock-held");
    expect(raised[0]?.text).toHaveLength(400);
    expect(raised).toHaveLength(102);
  });
});
