import { hash } from "node:crypto";
import { Rejected } from "@candor/wire/rejection";
import { BoundedMap } from "../../kit/bounded-map.ts";

/** Cancels whose ids are remembered for their reports, over all users. */
const MAX_REMEMBERED = 50_000;
/** Characters of a derived id, as many as in Binance's generated ids. */
const ID_LENGTH = 22;

/** An order as the exchange or the wire names it. */
interface CanceledOrder {
  readonly orderId: number | string;
  readonly groupId: number | string | null;
}

/**
 * Ids of cancels. The exchange does not record them, but the reply to a cancel and the report of the canceled order must
 * have the same one. An order is canceled only once, so an id that the program does not choose is derived from the order's
 * number. An id that it chooses is remembered from before the cancel until its report. The legs of a list share theirs.
 */
export class CancelIds {
  private remembered = new BoundedMap<number, string>(MAX_REMEMBERED);
  private readonly announcing = new Map<number, Promise<void>>();
  /**
   * Resolves once all copies in other threads know a chosen id, or have forgotten it: their reports use it too. Must not
   * reject. Absent without copies.
   */
  announce: ((number: number, id: string | undefined) => Promise<void>) | undefined;

  /** Returns the id of the cancel of an order. */
  of(order: CanceledOrder): string {
    const number = numberOf(order);
    return this.remembered.get(number) ?? derivedId(number);
  }

  /**
   * Cancels an order under the given id, or under the derived one. Of several cancels at once, the first enters the exchange
   * first and gives the id.
   */
  async cancel<Reply extends object>(
    order: CanceledOrder,
    given: string | undefined,
    perform: () => Promise<Reply | Rejected>,
  ): Promise<Reply | Rejected> {
    const number = numberOf(order);
    const isFirst = this.remembered.get(number) === undefined;
    if (isFirst) this.remembered.set(number, given ?? derivedId(number));
    if (isFirst && given !== undefined) this.announceFirst(number, given);
    // Other cancels of the order wait too, so that the first one still enters the exchange first.
    const announcing = this.announcing.get(number);
    if (announcing !== undefined) await announcing;
    const outcome = await perform();
    if (isFirst && outcome instanceof Rejected) {
      this.remembered.delete(number);
      if (given !== undefined) await this.announce?.(number, undefined);
    }
    return outcome;
  }

  /** In a copy: keeps the id that was chosen for an order's cancel, or forgets it. */
  remember(number: number, id: string | undefined): void {
    if (id === undefined) this.remembered.delete(number);
    else this.remembered.set(number, id);
  }

  /** In a copy: forgets everything. */
  clear(): void {
    this.remembered = new BoundedMap(MAX_REMEMBERED);
  }

  private announceFirst(number: number, id: string): void {
    const announced = this.announce?.(number, id).then(() => void this.announcing.delete(number));
    if (announced !== undefined) this.announcing.set(number, announced);
  }
}

const numberOf = ({ groupId, orderId }: CanceledOrder): number =>
  Math.abs(Number(groupId ?? 0)) || Number(orderId);

const derivedId = (number: number): string => hash("sha256", `cancel ${number}`).slice(0, ID_LENGTH);
