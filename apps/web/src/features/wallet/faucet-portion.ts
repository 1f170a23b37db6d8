import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";

type FaucetState = CallReply<"faucetState">;

export interface Portion {
  /** Nothing is left today. */
  readonly isUsedUp: boolean;
  /** Some of it was given. */
  readonly isBegun: boolean;
  /** What can still be asked for. */
  readonly left: string;
}

/** What today's play money still allows; as long as that is unknown, a whole portion. */
export function portionOf(state: FaucetState | undefined, usual: string): Portion {
  if (state === undefined) return { isUsedUp: false, isBegun: false, left: usual };
  return {
    isUsedUp: signOfDecimal(state.left) === 0,
    isBegun: compareDecimals(state.left, state.most) < 0,
    left: state.left,
  };
}

/** The amount of the form: as typed, or all that is left if nothing was typed. */
export const amountShown = (typed: string | null, usual: string, { left }: Portion): string =>
  typed ?? (compareDecimals(left, usual) < 0 ? left : usual);
