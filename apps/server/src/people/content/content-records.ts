import type { Item } from "./content-item.ts";

/** Records of changes to the site's own texts and of read announcements. */
export type ContentRecord =
  /** An item's new state. */
  | { readonly type: "kept"; readonly item: Item }
  /** Removes an item, including one that ships with the program. */
  | { readonly type: "removed"; readonly id: string }
  | { readonly type: "read"; readonly userId: number; readonly ids: readonly string[] };
