import { OPTION_STATUSES, type OptionStatus } from "@candor/domain/enumerations";
import type { OptionState } from "@candor/domain/events/option-events";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import type { WireOption } from "@candor/wire/option-objects";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { toWireOption } from "../../../market/wire-objects/option.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import type { OptionFilter } from "../../../records/projections/queries/options.ts";
import type { Ports } from "../dependencies.ts";
import { tradeMarket } from "./find-market.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { writeSum } from "./write-sum.ts";

const OPEN: readonly OptionStatus[] = ["accepted", "running"];
const ENDED: readonly OptionStatus[] = ["won", "lost", "tied", "void"];
const OPEN_LIST = "open-options";

type Request = CallRequest<"record">;
type Reply = CallReply<"record">;

const conflict = (path: string) => rejectFields("trade.invalidParameters", { path, reason: "conflict" });

/** Returns a user's timed options: open ones from the exchange, ended ones from the read models. */
export async function optionRecords(
  ports: Ports<"engine" | "listings" | "mirror" | "readModels">,
  request: Request,
  userId: number,
): Promise<Outcome<Reply>> {
  const { listings, readModels } = ports;
  if (request.side !== undefined) return conflict("side");
  if (request.view === "trades") return conflict("view");
  const possible = request.view === "open" ? OPEN : ENDED;
  const status = OPTION_STATUSES.find((name) => name === request.status);
  if (request.status !== undefined && (status === undefined || !possible.includes(status)))
    return conflict("status");
  const market = request.symbol === undefined ? undefined : tradeMarket(listings, request.symbol);
  // As a filter, an unknown symbol matches nothing.
  if (market instanceof Rejected) return { list: [], nextCursor: null, asOfSeq: readModels.reachedSeq };
  const filter: OptionFilter = {
    userId,
    marketId: market?.marketId,
    direction: request.direction,
    statuses: status === undefined ? possible : [status],
    sinceMs: request.sinceMs,
    untilMs: request.untilMs,
  };
  if (request.view === "open") return await openOptions(ports, request, filter);
  if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
  return await history(ports, request, filter);
}

async function openOptions(
  ports: Ports<"engine" | "listings" | "mirror">,
  request: Request,
  filter: OptionFilter,
): Promise<Outcome<Reply>> {
  const after = readCursor(OPEN_LIST, filter, request.cursor);
  if (after === BAD_CURSOR) return conflict("cursor");
  const view = await ports.engine.optionsView(filter.userId);
  const matching = view.open.filter(
    (option) => matches(option, filter) && (after === undefined || option.optionId < after[1]),
  );
  const page = matching.slice(0, request.limit);
  const last = page.at(-1);
  const hasMore = matching.length > page.length && last !== undefined;
  return {
    list: page.map((option) => write(ports, option)),
    nextCursor: hasMore ? writeCursor(OPEN_LIST, filter, [last.acceptedAtMs, last.optionId]) : null,
    asOfSeq: view.asOfSeq,
  };
}

function matches(option: OptionState, filter: OptionFilter): boolean {
  return (
    filter.statuses.includes(option.status) &&
    (filter.marketId === undefined || option.marketId === filter.marketId) &&
    (filter.direction === undefined || option.direction === filter.direction) &&
    option.acceptedAtMs >= (filter.sinceMs ?? 0) &&
    option.acceptedAtMs < (filter.untilMs ?? Number.POSITIVE_INFINITY)
  );
}

async function history(
  ports: Ports<"engine" | "listings" | "mirror" | "readModels">,
  request: Request,
  filter: OptionFilter,
): Promise<Outcome<Reply>> {
  const { engine, listings, readModels } = ports;
  const asOfSeq = readModels.reachedSeq;
  const page = await readModels.optionHistory(filter, request.limit, request.cursor);
  if (page === BAD_CURSOR) return conflict("cursor");
  const [sum, { terms }] = await Promise.all([readModels.optionSummary(filter), engine.optionsView()]);
  const scale = listings.assetBySymbol(terms?.asset ?? "")?.spec.scale ?? 0;
  return {
    list: page.rows.map((option) => write(ports, option)),
    nextCursor: page.nextCursor ?? null,
    asOfSeq,
    summary: {
      count: sum.count,
      volume: writeSum(sum.stakeUnits, scale),
      profit: writeSum(sum.payoutUnits - sum.stakeUnits, scale),
    },
  };
}

function write({ listings, mirror }: Ports<"listings" | "mirror">, option: OptionState): WireOption {
  const indexE8 = mirror.market(option.marketId)?.indexE8 ?? 0;
  return toWireOption(option, listings.market(option.marketId), indexE8);
}
