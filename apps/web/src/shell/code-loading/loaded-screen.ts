import { type ComponentType, createElement, lazy, useState } from "react";
import { loadPart } from "./load-part.ts";

export interface ScreenModule {
  readonly Screen: ComponentType;
}

export interface LoadedScreen {
  readonly Screen: ComponentType;
  /** Loads the code ahead of time; rejects if loading fails. */
  readonly preload: () => Promise<void>;
}

/**
 * A screen whose code is loaded when first shown. Preloaded code is shown at once: a brief placeholder would make React
 * delay the content by 300 ms.
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
      // Must stay the same while mounted, or the screen would remount.
      const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
      return createElement(Shown);
    },
  };
}
