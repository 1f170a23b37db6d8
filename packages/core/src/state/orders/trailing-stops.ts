import { multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { type OrderSlab, PREV, TRAILING_PPM } from "../../memory/order-slab.ts";
import { FALLING, RISING } from "./trigger-book.ts";

const PPM = 1_000_000;
const INITIAL_ORDERS = 16;

/** A price that is never reached: nothing to do at any last price. */
const BEYOND = 2_147_483_647;

/**
 * One market's active trailing stops of one direction. Falling ones (sells) follow the highest last price since they
 * became active and fire when the price has fallen by their rate from there; rising ones (buys) mirror it. The trigger
 * is rounded away from the extreme, so that none fires before its full rate.
 *
 * Two bounds show when a new last price affects none of them, which is the usual case. Otherwise all are checked;
 * CORE_LIMITS.maxTrailingPerMarket bounds their number.
 */
export class TrailingStops {
  private readonly slab: OrderSlab;
  private readonly direction: number;
  private slots = new Int32Array(INITIAL_ORDERS);
  private extremes = new Int32Array(INITIAL_ORDERS);
  count = 0;
  /** The extreme that a new last price passes first, and the trigger that it reaches first. */
  private firstExtreme = 0;
  private firstTrigger = 0;

  constructor(slab: OrderSlab, direction: number) {
    this.slab = slab;
    this.direction = direction;
    this.forgetBounds();
  }

  /** The slab's `prev` holds the order's index here while it is active. */
  add(slot: number, extremeTicks: number): void {
    if (this.count === this.slots.length) this.grow();
    this.slab.ints[slot + PREV] = this.count;
    this.slots[this.count] = slot;
    this.extremes[this.count] = extremeTicks;
    this.count++;
    this.bound(slot, extremeTicks);
  }

  remove(slot: number): void {
    const at = this.slab.ints[slot + PREV] as number;
    if (this.slots[at] !== slot)
      throw new Error(`order ${this.slab.idOf(slot)} is not an active trailing stop`);
    const last = --this.count;
    const moved = this.slots[last] as number;
    this.slots[at] = moved;
    this.extremes[at] = this.extremes[last] as number;
    this.slab.ints[moved + PREV] = at;
  }

  extremeOf(slot: number): number {
    return this.extremes[this.slab.ints[slot + PREV] as number] as number;
  }

  /** All orders here, by id. */
  slotsById(): Int32Array {
    const { slab } = this;
    return this.slots.slice(0, this.count).sort((a, b) => slab.idOf(a) - slab.idOf(b));
  }

  /** The price at which an order with this rate and extreme fires, in ticks. */
  triggerTicks(trailingPpm: number, extremeTicks: number): number {
    return this.direction === FALLING
      ? multiplyDivideFloor(extremeTicks, PPM - trailingPpm, PPM)
      : multiplyDivideCeil(extremeTicks, PPM + trailingPpm, PPM);
  }

  /** Calls `fire` for every order that fires at `ticks`, in no particular order and before any is removed. */
  collect(ticks: number, fire: (slot: number, triggerTicks: number) => void): void {
    if (this.direction === FALLING ? ticks > this.firstTrigger : ticks < this.firstTrigger) return;
    for (let i = 0; i < this.count; i++) {
      const slot = this.slots[i] as number;
      const trigger = this.triggerTicks(
        this.slab.moreInts[slot + TRAILING_PPM] as number,
        this.extremes[i] as number,
      );
      if (this.direction === FALLING ? ticks <= trigger : ticks >= trigger) fire(slot, trigger);
    }
  }

  /** Updates all orders when the last price reaches a new extreme. */
  follow(ticks: number): void {
    if (this.direction === FALLING ? ticks <= this.firstExtreme : ticks >= this.firstExtreme) return;
    this.forgetBounds();
    for (let i = 0; i < this.count; i++) {
      const extreme = this.extremes[i] as number;
      const next = this.direction === FALLING ? Math.max(extreme, ticks) : Math.min(extreme, ticks);
      this.extremes[i] = next;
      this.bound(this.slots[i] as number, next);
    }
  }

  private forgetBounds(): void {
    this.firstExtreme = this.direction === FALLING ? BEYOND : 0;
    this.firstTrigger = this.direction === RISING ? BEYOND : 0;
  }

  private bound(slot: number, extreme: number): void {
    const trigger = this.triggerTicks(this.slab.moreInts[slot + TRAILING_PPM] as number, extreme);
    if (this.direction === FALLING) {
      this.firstExtreme = Math.min(this.firstExtreme, extreme);
      this.firstTrigger = Math.max(this.firstTrigger, trigger);
    } else {
      this.firstExtreme = Math.max(this.firstExtreme, extreme);
      this.firstTrigger = Math.min(this.firstTrigger, trigger);
    }
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    slots.set(this.slots);
    this.slots = slots;
    const extremes = new Int32Array(slots.length);
    extremes.set(this.extremes);
    this.extremes = extremes;
  }
}
