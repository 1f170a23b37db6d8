import type { Item } from "./content-item.ts";

/** What happened to the site's own texts, and who has read which announcement. */
export type ContentRecord =
  /** An item as it is from now on. */
  | { readonly type: "kept"; readonly item: Item }
  /** It is gone; of an article that comes with the program too. */
  | { readonly type: "removed"; readonly id: string }
  | { readonly type: "read"; readonly userId: number; readonly ids: readonly string[] };
