import { type ComponentType, createElement, lazy, useState } from "react";
import { loadPart } from "./load-part.ts";

export interface ScreenModule {
  readonly Screen: ComponentType;
}

export interface LoadedScreen {
  readonly Screen: ComponentType;
  /** Loads the code ahead of time; rejects when it does not come. */
  readonly preload: () => Promise<void>;
}

/**
 * A screen whose code comes when it is first shown. What was loaded before is shown at once: a placeholder that React shows
 * for a moment only would hold back what comes next by 300 ms.
 */
export function loadedScreen(load: () => Promise<ScreenModule>): LoadedScreen {
  let loaded: ComponentType | undefined;
  const fetched = async (): Promise<ComponentType> => {
    loaded = (await load()).Screen;
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await loadPart(fetched) }));
  return {
    preload: async () => void (await fetched()),
    Screen: () => {
      // The same as long as it is shown, or it would begin again.
      const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
      return createElement(Shown);
    },
  };
}
