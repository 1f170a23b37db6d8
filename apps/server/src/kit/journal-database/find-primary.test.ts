import { expect, test } from "vitest";
import { type DatabaseHost, hostsOf } from "./database-settings.ts";
import { findPrimary } from "./find-primary.ts";
import { weaknessOf } from "./standby-names.ts";

const HOSTS = hostsOf("postgres://candor@a:1,b:2,c:3/candor");
const REJECTED = Object.assign(new Error("password authentication failed"), { code: "28P01" });

class Primary {
  readonly history: { readonly timeline: number; readonly term: number };
  isClosed = false;

  constructor(timeline: number, term: number) {
    this.history = { timeline, term };
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

type Reply = Primary | Error | undefined;
const connectTo =
  (replies: readonly Reply[]) =>
  ({ index }: DatabaseHost): Promise<Primary | undefined> => {
    const reply = replies[index];
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  };

test("CLUS-58 of several primaries the one with the newest timeline, then term, is kept and the others are closed", async () => {
  for (const [replies, best] of [
    [[new Primary(1, 9), new Primary(2, 8), new Primary(2, 7)], 1],
    [[new Primary(2, 8), undefined, new Primary(2, 9)], 2],
  ] as const) {
    const { primary } = await findPrimary(HOSTS, connectTo(replies));
    expect(primary).toBe(replies[best]);
    expect(replies.map((reply) => reply?.isClosed)).toEqual(
      replies.map((reply, at) => (reply === undefined ? undefined : at !== best)),
    );
  }
});

test("CLUS-58 a host that does not answer holds up a found primary only shortly", async () => {
  const startMs = performance.now();
  const { primary } = await findPrimary(HOSTS, ({ index }) =>
    index === 1 ? Promise.resolve(new Primary(1, 1)) : new Promise(() => undefined),
  );
  expect(primary).toBeDefined();
  expect(performance.now() - startMs).toBeLessThan(30_000);
});

test("CLUS-58 a host that rejects the login is fatal only if every host does", async () => {
  expect(await findPrimary(HOSTS, connectTo([REJECTED, undefined, REJECTED]))).toMatchObject({
    primary: undefined,
    isHopeless: false,
  });
  expect(await findPrimary(HOSTS, connectTo([REJECTED, REJECTED, REJECTED]))).toMatchObject({
    reason: REJECTED,
    isHopeless: true,
  });
  expect((await findPrimary(HOSTS, connectTo([REJECTED, new Primary(1, 1)]))).primary).toBeDefined();
});

test.each([
  ["", 1, "must wait for at least 1 standby"],
  ["*", 1, "counts every receiver"],
  ["ANY 1 (*)", 1, "counts every receiver"],
  ["ANY 1 (a, b)", 2, "must wait for at least 2 standby"],
  ["ANY 1 (a, b)", 1, undefined],
  ['FIRST 2 ("a", "b", "c")', 2, undefined],
  ["a, b", 1, undefined],
  ["", 0, undefined],
])('CLUS-56 names "%s" with %i standbys: %s', (names, standbys, weakness) => {
  if (weakness === undefined) expect(weaknessOf(names, standbys)).toBeUndefined();
  else expect(weaknessOf(names, standbys)).toContain(weakness);
});
