import { followIndex as followIndexByPair } from "../leverage/lever-risk.ts";
import { followIndex, followPrice } from "../perpetual/mark/follow-index.ts";
import type { IndexFollower } from "../state/exchange-state.ts";
import { tickOptions } from "../timed-option/option-ticks.ts";

/** What an index and a reported price change in addition to the market itself, in this order. */
export const INDEX_FOLLOWERS: readonly IndexFollower[] = [
  {
    onIndex: (state, { lever }) => {
      if (lever !== undefined) followIndexByPair(state, lever);
    },
  },
  { onIndex: followIndex, onPrice: followPrice },
  {
    onPrice: (state, market) => {
      if (state.options.open.size > 0) tickOptions(state, market);
    },
  },
];
