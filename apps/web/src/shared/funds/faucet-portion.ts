import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";

type FaucetState = CallReply<"faucetState">;

export interface Portion {
  /** Nothing left today. */
  readonly isUsedUp: boolean;
  /** Part of it has been given out. */
  readonly isBegun: boolean;
  /** Remaining amount. */
  readonly left: string;
}

/** Returns today's remaining play money; a full portion while unknown. */
export function portionOf(state: FaucetState | undefined, usual: string): Portion {
  if (state === undefined) return { isUsedUp: false, isBegun: false, left: usual };
  return {
    isUsedUp: signOfDecimal(state.left) === 0,
    isBegun: compareDecimals(state.left, state.most) < 0,
    left: state.left,
  };
}

/** Returns the amount to show: as typed, or by default at most the remaining amount. */
export const amountShown = (typed: string | null, usual: string, { left }: Portion): string =>
  typed ?? (compareDecimals(left, usual) < 0 ? left : usual);
