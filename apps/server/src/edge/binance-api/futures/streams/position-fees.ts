import type { AccountView, EnginePort } from "@candor/domain/engine-port";
import type { PositionState } from "@candor/domain/events/contract-events";
import type { TradeMade } from "@candor/domain/events/events";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { FoldedPosition } from "../../../../records/projections/profit/position-fold.ts";
import type { ReadModels } from "../../../gateway/read-models.ts";
import type { UserReport } from "../../streams/user-reports.ts";
import { outcomeOf } from "./order-trade-update.ts";

type PositionKey = Pick<PositionState, "marketId" | "leg">;

interface OwnFees {
  /** Signed. */
  lots: number;
  feeUnits: number;
}

/** How long a stream waits for the read models when it begins. */
const WAIT_MS = 5_000;
/** A user whose positions change during all attempts gets the last rows, as do all while the rows are late: the fees of single trades may be missing. */
const ATTEMPTS = 5;

/** A position's name among those of its user. */
export const nameOf = ({ marketId, leg }: PositionKey): string => `${marketId} ${leg ?? ""}`;

/** Fees of a user's open positions since each was opened, in units of the quote coin, like the read models' rows. */
export class PositionFees {
  private readonly knownSeq: number;
  private readonly byPosition = new Map<string, OwnFees>();

  constructor(knownSeq: number, open: readonly (PositionKey & OwnFees)[] = []) {
    this.knownSeq = knownSeq;
    for (const position of open)
      this.byPosition.set(nameOf(position), { lots: position.lots, feeUnits: position.feeUnits });
  }

  of(position: PositionKey): number {
    return this.byPosition.get(nameOf(position))?.feeUnits ?? 0;
  }

  follow({ news, seq }: UserReport): void {
    if (seq <= this.knownSeq) return;
    const orders = new Map(news.orders.map((order) => [order.orderId, order]));
    for (const trade of news.trades)
      for (const orderId of [trade.makerOrderId, trade.takerOrderId]) {
        const order = orders.get(orderId);
        if (order === undefined) continue;
        const lots = order.side === "buy" ? trade.quantityLots : 0 - trade.quantityLots;
        this.add(trade, order, lots, outcomeOf(news, order, trade).feeUnits);
      }
    for (const position of news.positions) this.settle(position);
  }

  /** A trade first closes lots of the other side and then opens the rest; each part pays its share of the fee. */
  private add({ quantityLots }: TradeMade, position: PositionKey, lots: number, feeUnits: number): void {
    const own = this.ownOf(position);
    const isClosing = Math.sign(own.lots) === 0 - Math.sign(lots);
    const closed = isClosing ? Math.min(Math.abs(own.lots), quantityLots) : 0;
    const closedFee =
      closed === quantityLots ? feeUnits : multiplyDivideFloor(feeUnits, closed, quantityLots);
    const hasEnded = closed === Math.abs(own.lots);
    own.lots += lots;
    own.feeUnits = hasEnded ? feeUnits - closedFee : own.feeUnits + feeUnits;
  }

  /** Lots also move without a trade, to the insurance fund and by deleveraging. */
  private settle(position: PositionKey & Pick<PositionState, "lots">): void {
    if (position.lots === 0) this.byPosition.delete(nameOf(position));
    else this.ownOf(position).lots = position.lots;
  }

  private ownOf(position: PositionKey): OwnFees {
    const name = nameOf(position);
    const own = this.byPosition.get(name) ?? { lots: 0, feeUnits: 0 };
    this.byPosition.set(name, own);
    return own;
  }
}

/** Loads the fees of a user's open positions, as of a command from which they can be followed. */
export async function loadPositionFees(
  { engine, readModels }: { engine: Pick<EnginePort, "accountView">; readModels: ReadModels },
  userId: number,
): Promise<PositionFees> {
  for (let attempt = 1; ; attempt++) {
    const view = await engine.accountView(userId);
    const open = openIn(view);
    if (open.length === 0) return new PositionFees(view.asOfSeq);
    const isLate = (await readModels.waitFor(view.asOfSeq, WAIT_MS)) < view.asOfSeq;
    const rows = await readModels.openPositions(userId);
    if (!isLate && attempt < ATTEMPTS && !open.every((position) => isAsIn(position, rows))) continue;
    const feesOf = (position: PositionState) => rowOf(position, rows)?.feeUnits ?? 0;
    return new PositionFees(
      view.asOfSeq,
      open.map((position) => ({ ...position, feeUnits: feesOf(position) })),
    );
  }
}

const openIn = ({ contracts }: AccountView): readonly PositionState[] =>
  contracts?.positions.filter(({ lots }) => lots !== 0) ?? [];

const rowOf = ({ positionId }: PositionState, rows: readonly FoldedPosition[]): FoldedPosition | undefined =>
  rows.find((row) => row.positionId === positionId);

/** Whether the rows have the trades of the position, and no later ones. Positions of labeled accounts have no rows. */
function isAsIn(position: PositionState, rows: readonly FoldedPosition[]): boolean {
  const row = rowOf(position, rows);
  if (row === undefined) return rows.length === 0;
  return (
    row.lots === Math.abs(position.lots) &&
    row.entryCostUnits === position.entryCostUnits &&
    row.realizedUnits === position.realizedUnits
  );
}
