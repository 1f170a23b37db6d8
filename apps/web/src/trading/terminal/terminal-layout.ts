import type { CSSProperties } from "react";

/** Panels of a desktop terminal. Only wide windows have a tape of their own. */
export const PANELS = ["chart", "tape", "book", "ticket", "records"] as const;
export type Panel = (typeof PANELS)[number];

/** Panels whose size can be set: the width of columns, the height of the records. The chart takes the rest. */
const SIZED = ["tape", "book", "ticket", "records"] as const;
export type SizedPanel = (typeof SIZED)[number];

/** Least and greatest size in pixels; a small window limits it further. */
export const SIZES = {
  tape: [200, 400],
  book: [220, 480],
  ticket: [272, 480],
  records: [120, 640],
} as const satisfies Readonly<Record<SizedPanel, readonly [number, number]>>;

/** How a user has arranged the terminal; the same for all products. */
export interface TerminalLayout {
  /** In pixels; a panel without a size has that of the window's width. */
  readonly sizes: Readonly<Partial<Record<SizedPanel, number>>>;
  readonly hidden: readonly Panel[];
}

export const DEFAULT_LAYOUT: TerminalLayout = { sizes: {}, hidden: [] };

const isPanel = (name: unknown): name is Panel => (PANELS as readonly unknown[]).includes(name);

export function limitedSize(panel: SizedPanel, size: number): number {
  const [least, most] = SIZES[panel];
  return Math.round(Math.min(most, Math.max(least, size)));
}

/** Reads a stored layout. Unknown panels and sizes are dropped; at least one panel stays visible. */
export function readLayout(kept: unknown): TerminalLayout | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { sizes, hidden } = kept as Partial<Record<keyof TerminalLayout, unknown>>;
  const known = Array.isArray(hidden) ? PANELS.filter((panel) => hidden.filter(isPanel).includes(panel)) : [];
  const sized = SIZED.flatMap((panel) => {
    const size = (sizes as Partial<Record<SizedPanel, unknown>> | null | undefined)?.[panel];
    return typeof size === "number" && Number.isFinite(size)
      ? [[panel, limitedSize(panel, size)] as const]
      : [];
  });
  return { sizes: Object.fromEntries(sized), hidden: known.length === PANELS.length ? [] : known };
}

/** Which arrangement the window has room for. */
export interface TerminalRoom {
  /** Whether the last trades have a column. */
  readonly hasTape: boolean;
  /** Whether the book extends to the bottom. */
  readonly hasLongBook: boolean;
}

export const sizeVariable = (panel: SizedPanel): `--set-${SizedPanel}` => `--set-${panel}`;

const COLUMNS = ["chart", "tape", "book"] as const;
/** Least heights of the row with the chart, and of one without it. */
const CHART_ROW = "minmax(424px, 1fr)";
const ROW = "minmax(280px, 1fr)";

/** Returns the visible panels between the bar and the records, without the ticket. */
function mainColumns({ hidden }: TerminalLayout, { hasTape }: TerminalRoom): readonly Panel[] {
  return COLUMNS.filter((panel) => !hidden.includes(panel) && (panel !== "tape" || hasTape));
}

/** Returns the CSS `grid-template` of a terminal in which panels are hidden. */
function gridTemplate(layout: TerminalLayout, room: TerminalRoom): string {
  const isShown = (panel: Panel): boolean => !layout.hidden.includes(panel);
  const main = mainColumns(layout, room);
  const hasMain = main.length > 0;
  const hasRecords = isShown("records");
  const hasTicket = isShown("ticket");
  // Without anything else, the ticket gets the whole width.
  if (!hasMain && !hasRecords) return `"bar" var(--bar) "ticket" ${ROW} / minmax(0, 1fr)`;
  const row = (cells: readonly string[], height: string): string =>
    `"${[...cells, ...(hasTicket ? ["ticket"] : [])].join(" ")}" ${height}`;
  const columns = hasMain ? main : ["records" as const];
  const below = columns.map((panel) =>
    panel === "book" && room.hasLongBook && columns.length > 1 ? "book" : "records",
  );
  const rows = [
    row(
      columns.map(() => "bar"),
      "var(--bar)",
    ),
    ...(hasMain ? [row(main, main.includes("chart") ? CHART_ROW : ROW)] : []),
    ...(hasRecords ? [row(below, hasMain ? "var(--records)" : ROW)] : []),
  ];
  const widths = columns.map((panel, index) => (index === 0 ? "minmax(0, 1fr)" : `var(--${panel})`));
  return `${rows.join(" ")} / ${[...widths, ...(hasTicket ? ["var(--ticket)"] : [])].join(" ")}`;
}

/** Returns the inline style of a desktop terminal. */
export function terminalStyle(layout: TerminalLayout, room: TerminalRoom): CSSProperties {
  const sizes = Object.entries(layout.sizes).map(([panel, size]) => [
    sizeVariable(panel as SizedPanel),
    `${size}px`,
  ]);
  return {
    ...Object.fromEntries(sizes),
    ...(layout.hidden.length > 0 && { gridTemplate: gridTemplate(layout, room) }),
  };
}

/** Returns the panels with a border that can be moved. */
export function movablePanels(layout: TerminalLayout, room: TerminalRoom): readonly SizedPanel[] {
  const main = mainColumns(layout, room);
  const isShown = (panel: Panel): boolean => !layout.hidden.includes(panel);
  return SIZED.filter((panel) => {
    if (panel === "records") return isShown("records") && main.length > 0;
    if (panel === "ticket") return isShown("ticket") && (main.length > 0 || isShown("records"));
    return main.indexOf(panel) > 0;
  });
}
