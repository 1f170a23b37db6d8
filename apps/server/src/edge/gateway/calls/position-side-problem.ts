import type { AccountView } from "@candor/domain/engine-port";
import type { PositionLeg } from "@candor/domain/enumerations";
import { type Rejected, rejectFields } from "@candor/wire/rejection";

/** Rejects a `positionSide` that is missing in hedge mode or sent in one-way mode; undefined if it is right. */
export function positionSideProblem(
  { isHedged }: AccountView,
  leg: PositionLeg | undefined,
): Rejected | undefined {
  if ((isHedged === true) === (leg !== undefined)) return undefined;
  const reason = leg === undefined ? "missing" : "conflict";
  return rejectFields("trade.invalidParameters", { path: "positionSide", reason });
}
