import type { PositionLeg } from "@candor/domain/enumerations";
import type { BinancePorts } from "../binance-ports.ts";
import type { Parameters } from "../parameters.ts";
import { FUTURES } from "./futures-error.ts";

const POSITION_SIDES = ["BOTH", "LONG", "SHORT"] as const;
const LEGS = { LONG: "long", SHORT: "short" } as const;

/** The name of a position's side: BOTH in one-way mode. */
export const positionSideOf = (leg: PositionLeg | undefined): string => leg?.toUpperCase() ?? "BOTH";

/**
 * Reads `positionSide`: LONG or SHORT in hedge mode, BOTH or nothing in one-way mode. Throws -4060 and -4061.
 * @returns undefined in one-way mode
 */
export async function legOf(
  { positionModes }: Pick<BinancePorts, "positionModes">,
  parameters: Parameters,
  userId: number,
): Promise<PositionLeg | undefined> {
  const side = parameters.oneOf("positionSide", POSITION_SIDES, FUTURES.unknownPositionSide) ?? "BOTH";
  if ((await positionModes.isHedged(userId)) !== (side !== "BOTH")) throw FUTURES.positionSide();
  return side === "BOTH" ? undefined : LEGS[side];
}
