import { openInstance } from "@candor/server/config/instance";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { exchangeThread, WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { openReadModels } from "@candor/server/records/projections/database";
import { journalIdOf } from "@candor/server/records/projections/journal-id";
import { rebuildReadModels } from "@candor/server/records/projections/rebuild";
import { contentOf } from "../support/projections/tables-content.ts";

type Content = Record<string, unknown[]>;

/** Returns the content of the projector's tables, without what does not come from the journal. */
export async function projectedContent(url: string): Promise<Content> {
  const database = await openReadModels({ kind: "postgres", url, projector: "elsewhere" });
  try {
    return derived(await contentOf(database.db));
  } finally {
    await database.close();
  }
}

/** Returns what a rebuild makes of a home's journal. */
export async function rebuiltContent(home: string): Promise<Content> {
  const database = await openReadModels({ kind: "memory" });
  const failures: Error[] = [];
  try {
    const journalId = journalIdOf(openInstance(home, "sandbox", Date.now()));
    await rebuildReadModels(database, journalId, (replay) =>
      WorkerEngine.start({
        home: exchangeHome(home),
        thread: exchangeThread(process.env.CANDOR_CACHE),
        onDown: (error) => void failures.push(error),
        warn: (message) => void failures.push(new Error(message)),
        ...replay,
      }),
    );
    if (failures[0] !== undefined) throw failures[0];
    return derived(await contentOf(database.db));
  } finally {
    await database.close();
  }
}

/** Bars of price sources and samples are not from the journal, and each projector has its own checkpoint. */
function derived(content: Content): Content {
  const {
    kline_history: _history,
    position_statistics: _samples,
    checkpoint: _checkpoint,
    ...rest
  } = content;
  return rest;
}
