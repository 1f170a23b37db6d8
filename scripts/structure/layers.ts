/** A package whose folders have an order: each may import from its own group and from those before it. */
export interface LayeredPackage {
  /** Folder of the sources, from the root of the repository. */
  readonly root: string;
  /** Groups of folders, lowest first. Folders of one group may import each other, but never in a ring. */
  readonly layers: readonly (readonly string[])[];
  /** Layers whose modules do not import each other at all. */
  readonly apart?: readonly string[];
  /** Path segments that name a module. Deeper folders belong to their module. */
  readonly depth: number;
}

/** The order that ARCHITECTURE.md explains. */
export const LAYERED_PACKAGES: readonly LayeredPackage[] = [
  {
    root: "packages/core/src",
    layers: [
      ["core-limits.ts", "memory"],
      ["book", "ledger"],
      ["state"],
      ["idempotency", "settings-register", "referral", "market", "orders"],
      [
        "spot",
        "leverage",
        "listing",
        "perpetual",
        "timed-option",
        "convert",
        "wallet-movements",
        "mining",
        "correction",
      ],
      ["order-dispatch", "settings", "snapshot", "scenario"],
      ["exchange"],
    ],
    depth: 3,
  },
  {
    root: "apps/server/src",
    layers: [
      ["kit"],
      ["config"],
      ["engine"],
      ["market", "records"],
      ["custody", "people"],
      ["operators"],
      ["edge"],
      ["start"],
    ],
    depth: 2,
  },
  {
    root: "apps/web/src",
    layers: [
      ["locales"],
      ["data", "i18n"],
      ["state", "early"],
      ["shell"],
      ["shared"],
      ["trading"],
      ["features"],
      ["app.tsx", "main.tsx"],
    ],
    apart: ["features"],
    depth: 2,
  },
  {
    root: "apps/console/src",
    layers: [["api"], ["parts"], ["session", "pages"], ["shell"], ["app.tsx", "main.tsx"]],
    depth: 2,
  },
];
