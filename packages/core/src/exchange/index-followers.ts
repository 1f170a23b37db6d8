import { followIndex as followIndexByPair } from "../leverage/lever-risk.ts";
import { followIndex, followPrice } from "../perpetual/mark/follow-index.ts";
import type { IndexFollower } from "../state/exchange-state.ts";
import { tickOptions } from "../timed-option/option-ticks.ts";

<<<<<<< d32ae6a39548af2e87c90c99a845c28416f2fdf8
/** What an index and a reported price change in addition to the market itself, in this order. */
=======
/** Updates that follow a new index or a reported price, in this order, after the market itself. */
>>>>>>> ab08f33164b75cab3a3b33cdebbdf7a908e8a16e
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
