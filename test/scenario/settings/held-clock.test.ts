import { TrustedTime, timeSettingsOf } from "@candor/server/engine/runtime/trusted-time";
import { expect, test } from "vitest";
import { LeverageWorld, loansOf } from "../../support/scenario/leverage-world.ts";
import { MiningWorld, machineEvents } from "../../support/scenario/mining-world.ts";
import { OptionWorld } from "../../support/scenario/option-world.ts";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";
import { withMaker } from "../../support/scenario/spot-world.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

interface World {
  timeMs: number;
  execute(command: { readonly kind: "hold-clock"; readonly isHeld: boolean; readonly deviationMs: number }): {
    readonly error: string | undefined;
  };
}

/** The system clock of a live exchange whose commands `world` executes, from now on. */
class Clock {
  private readonly world: World;
  private readonly time: TrustedTime;
  private wallMs: number;
  private elapsedMs = 0;

  constructor(world: World) {
    this.world = world;
    this.wallMs = world.timeMs;
    this.time = new TrustedTime(
      { lastMs: world.timeMs, isHeld: false, deviationMs: 0 },
      timeSettingsOf("live"),
      () => this.wallMs,
      () => this.elapsedMs,
    );
  }

  /** Real time passes, the clock jumps by `jumpMs`, and the server checks it. */
  pass(ms: number, jumpMs = 0): string {
    this.elapsedMs += ms;
    this.wallMs += ms + jumpMs;
    const { mode } = this.time.state;
    this.world.timeMs = this.time.nowMs();
    const { mode: now, deviationMs } = this.time.state;
    if (now !== mode) {
      const isHeld = now === "held";
      const { error } = this.world.execute({
        kind: "hold-clock",
        isHeld,
        deviationMs: isHeld ? deviationMs : 0,
      });
      expect(error).toBeUndefined();
    }
    return now;
  }
}

const statusOf = (s: LeverageWorld): string => {
  const [market] = s.exchange.exchangeView().markets;
  return `${market?.status} ${market?.statusReason}`;
};

test("TIME-02 a year ahead for six seconds: no interest, no liquidation; orders can be canceled, and nothing else trades", () => {
  const s = new LeverageWorld();
  withMaker(s);
  s.user("alice", { USDT: "1500" });
  s.move("alice", "in", "USDT", "160");
  s.lever("alice", "buy", "1.5", "1020", { leverage: 10 });
  const resting = s.limit("alice", "buy", "0.1", "900").orderId;
  expect(resting).toBeGreaterThan(0);
  const owed = s.margin("alice");
  expect(owed?.owesUSDT).toBe("1360 + 0.272");
  const clock = new Clock(s);
  expect(clock.pass(SECOND, YEAR)).toBe("held");
  expect(statusOf(s)).toBe("cancel-only clock");
  for (let i = 0; i < 6; i++) {
    expect(clock.pass(SECOND)).toBe("held");
    const step = s.execute({ kind: "advance-time" });
    expect(step.events.filter(({ kind }) => kind !== "executed")).toEqual([]);
    // Prices carry no time.
    expect(s.observe("1000").error).toBe("request.parameterError");
  }
  expect(s.limit("alice", "buy", "0.1", "900").error).toBe("trade.marketUnavailable");
  expect(s.cancel("alice", resting).error).toBeUndefined();
  s.restart();
  expect(statusOf(s)).toBe("cancel-only clock");
  expect(clock.pass(SECOND, -YEAR)).toBe("in-step");
  s.observe("1000");
  expect(statusOf(s)).toBe("trading none");
  expect(s.margin("alice")).toEqual(owed);
  expect(loansOf(s.wait(HOUR))).toEqual(["interest 0 + 0.272 USDT"]);
});

test("TIME-02 a year ahead: a mining machine yields its real time's output before, during and after", () => {
  const s = new MiningWorld("1000").saver("ana", "100");
  s.buy("ana");
  const clock = new Clock(s);
  expect(clock.pass(10 * SECOND)).toBe("in-step");
  expect(clock.pass(SECOND, YEAR)).toBe("held");
  // 101 ÷ 864,000 per second: the ten seconds before the jump.
  expect(machineEvents(s.claim("ana"))).toEqual(["1 claimed 0.001168"]);
  clock.pass(5 * SECOND);
  expect(s.claim("ana").error).toBe("mining.nothingToClaim");
  expect(clock.pass(4 * SECOND, -YEAR)).toBe("in-step");
  expect(machineEvents(s.claim("ana"))).toEqual(["1 claimed 0.001169"]);
});

test("TIME-02 an open option does not expire while the clock is held, and is settled by its ticks afterwards", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20", 60);
  world.timeMs += SECOND;
  world.observe(1_000);
  const clock = new Clock(world);
  expect(clock.pass(SECOND, YEAR)).toBe("held");
  const during = world.advance();
  expect(during.events.some(({ kind }) => kind === "option-changed")).toBe(false);
  expect(clock.pass(SECOND, -YEAR)).toBe("in-step");
  const ends: string[] = [];
  for (let second = 0; second < 70; second++) {
    clock.pass(SECOND);
    for (const event of world.observe(1_010).events)
      if (event.kind === "option-changed" && event.cause === "settled") ends.push(event.status);
  }
  expect(ends).toEqual(["won"]);
});

test("TIME-02 while the clock is held funding is not due, positions are not liquidated, and a contract's status has the reason", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  const clock = new Clock(world);
  const held = [world.position("ana"), world.wallet("ana"), world.wallet("ben")];
  expect(clock.pass(SECOND, YEAR)).toBe("held");
  const statusChanges = world.events.filter(({ kind }) => kind === "market-status-changed").slice(-2);
  expect(statusChanges).toMatchObject([
    { status: "cancel-only", reason: "clock" },
    { marketId: PERPETUAL, status: "cancel-only", reason: "clock" },
  ]);
  clock.pass(SECOND);
  expect(world.observe(30_000).error).toBe("request.parameterError");
  world.execute({ kind: "advance-time" });
  expect(world.eventsOf("funding-settled")).toEqual([]);
  expect(world.close("ana").error).toBe("trade.marketUnavailable");
  expect(clock.pass(SECOND, -YEAR)).toBe("in-step");
  world.observe(60_000);
  expect([world.position("ana"), world.wallet("ana"), world.wallet("ben")]).toEqual(held);
  expect(world.eventsOf("liquidation-step")).toEqual([]);
});
