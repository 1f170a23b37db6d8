import { registerHooks } from "node:module";

/**
 * Preloaded into a server: replaces the read models of profit and loss by a group that does nothing. A method that the
 * projector calls and that is missing here ends the server.
 */
const EMPTY_GROUP = `export class ProfitGroup {
  count = 0;
  begin() {}
  order() {}
  trade() {}
  posted() {}
  other() {}
  endCommand() {}
  async write() {}
  committed() {}
}`;

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith("/projections/profit/profit-group.ts")
      ? { format: "module", shortCircuit: true, source: EMPTY_GROUP }
      : nextLoad(url, context),
});
