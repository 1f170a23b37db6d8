import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT, KIND_RANGE } from "@candor/codec/event-record";
import type { DurableEvent, EventBatch, EventListener } from "@candor/domain/engine-port";
import type { ExchangeEvent } from "@candor/domain/events/events";

const { seq: SEQ, timeMs: TIME_MS } = LAYOUT.executed.at;

/** A registered listener with what the present batch has for it. */
interface Registration {
  readonly listener: EventListener;
  /** Positions of its records in the batch, each after that of its command's `executed`. */
  readonly places: number[];
  /** Whether it takes the events of the present batch. */
  isTaking: boolean;
  /** A stopped listener receives nothing more, not even the rest of the present batch. */
  isStopped: boolean;
}

/** The event that listeners are given: one object that is moved over the batch. */
class PlacedEvent implements DurableEvent {
  private readonly cursor: EventCursor;
  private readonly words: Float64Array;
  /** Events that were decoded, by position; undefined: nobody else can ask for them. */
  private readonly decoded: Map<number, ExchangeEvent> | undefined;
  private executedAt = 0;

  constructor(words: Float64Array, decoded: Map<number, ExchangeEvent> | undefined) {
    this.words = words;
    this.cursor = new EventCursor(words);
    this.decoded = decoded;
  }

  moveTo(executedAt: number, at: number): void {
    this.executedAt = executedAt;
    this.cursor.moveTo(at);
  }

  get kind(): number {
    return this.cursor.kind;
  }

  get seq(): number {
    return this.words[this.executedAt + SEQ] as number;
  }

  get timeMs(): number {
    return this.words[this.executedAt + TIME_MS] as number;
  }

  field(place: number): number {
    return this.cursor.field(place);
  }

  optionalField(place: number): number | undefined {
    return this.cursor.optionalField(place);
  }

  decode(): ExchangeEvent {
    const { decoded, cursor } = this;
    const known = decoded?.get(cursor.at);
    if (known !== undefined) return known;
    const event = cursor.decode();
    decoded?.set(cursor.at, event);
    return event;
  }
}

/**
 * Walks over each durable batch once and hands its events out by kind. Listeners are served one after the other, in the
 * order of their registration, each with all its events of the batch: a listener that reads what an earlier one keeps
 * finds it at the end of the batch. An event is decoded at most once, and only if a listener asks for it.
 */
export class EventDispatcher {
  private readonly registrations = new Set<Registration>();
  /** By kind, in the order of registration. */
  private readonly byKind: Registration[][] = Array.from({ length: KIND_RANGE }, () => []);
  /** Batches that came while another one was delivered: a listener may make the engine settle its next one. */
  private readonly queued: EventBatch[] = [];
  private isDelivering = false;

  /** @returns how to stop */
  on(listener: EventListener): () => void {
    const registration: Registration = { listener, places: [], isTaking: false, isStopped: false };
    this.registrations.add(registration);
    for (const kind of new Set(listener.kinds)) this.byKind[kind]?.push(registration);
    return () => {
      this.registrations.delete(registration);
      registration.isStopped = true;
      for (const kind of listener.kinds) {
        const others = this.byKind[kind]?.filter((each) => each !== registration);
        this.byKind[kind] = others ?? [];
      }
    };
  }

  /** Registers a listener of whole batches. @returns how to stop */
  onBatch(listener: (batch: EventBatch) => void): () => void {
    return this.on({ kinds: [], event: () => undefined, end: listener });
  }

  deliver(batch: EventBatch): void {
    this.queued.push(batch);
    if (this.isDelivering) return;
    this.isDelivering = true;
    try {
      for (let next = this.queued.shift(); next !== undefined; next = this.queued.shift()) this.handOut(next);
    } finally {
      this.isDelivering = false;
    }
  }

  private handOut(batch: EventBatch): void {
    const begun = [...this.registrations].filter((registration) =>
      guard(() => {
        registration.isTaking = registration.listener.begin?.(batch) !== false;
      }),
    );
    // A broken record surfaces as an uncaught error; the listeners get the events before it.
    if (begun.some(({ isTaking, listener }) => isTaking && listener.kinds.length > 0))
      guard(() => this.findPlaces(batch.words));
    const event = new PlacedEvent(batch.words, new Map());
    for (const registration of begun)
      if (!registration.isStopped) guard(() => serve(registration, event, batch));
    for (const registration of begun) {
      registration.places.length = 0;
      registration.isTaking = false;
    }
  }

  /** Notes for each listener where its records are. */
  private findPlaces(words: Float64Array): void {
    const { byKind } = this;
    const cursor = new EventCursor(words);
    let executedAt = 0;
    while (cursor.next()) {
      if (cursor.kind === EVENT.executed) executedAt = cursor.at;
      for (const { isTaking, places } of byKind[cursor.kind] as Registration[])
        if (isTaking) places.push(executedAt, cursor.at);
    }
  }
}

function serve(registration: Registration, event: PlacedEvent, batch: EventBatch): void {
  const { listener, places, isTaking } = registration;
  if (isTaking)
    for (let index = 0; index < places.length && !registration.isStopped; index += 2) {
      event.moveTo(places[index] as number, places[index + 1] as number);
      listener.event(event);
    }
  if (!registration.isStopped) listener.end?.(batch);
}

/** Hands a batch to one listener, as a dispatcher does: for batches that were kept. Throws what the listener throws. */
export function replayTo(listener: EventListener, batch: EventBatch): void {
  if (listener.begin?.(batch) !== false) {
    const cursor = new EventCursor(batch.words);
    const event = new PlacedEvent(batch.words, undefined);
    let executedAt = 0;
    while (cursor.next()) {
      if (cursor.kind === EVENT.executed) executedAt = cursor.at;
      if (!listener.kinds.includes(cursor.kind)) continue;
      event.moveTo(executedAt, cursor.at);
      listener.event(event);
    }
  }
  listener.end?.(batch);
}

/** A listener's bug must not keep results from the others; it surfaces as an uncaught error. */
function guard(call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    return false;
  }
}
