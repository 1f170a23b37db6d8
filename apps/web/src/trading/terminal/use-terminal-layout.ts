import { useCallback, useMemo } from "react";
import { useAccountDocument } from "../../shell/documents/use-account-document.ts";
import { useDesktop, useLongBook, useTapeColumn } from "../../shell/hooks/use-media-query.ts";
import {
  DEFAULT_LAYOUT,
  limitedSize,
  PANELS,
  type Panel,
  readLayout,
  type SizedPanel,
  type TerminalLayout,
  type TerminalRoom,
} from "./terminal-layout.ts";

export interface LayoutControl {
  readonly layout: TerminalLayout;
  readonly room: TerminalRoom;
  /** Whether the window is large enough for a layout of the user's own. */
  readonly isMovable: boolean;
  /** Panels that the window has room for. */
  readonly panels: readonly Panel[];
  readonly isDefault: boolean;
  /** `undefined` returns to the default size. */
  readonly resize: (panel: SizedPanel, size: number | undefined) => void;
  readonly toggle: (panel: Panel) => void;
  readonly reset: () => void;
}

/** The terminal's layout on desktops, kept in the account. */
export function useTerminalLayout(): LayoutControl {
  const isMovable = useDesktop();
  const hasTape = useTapeColumn();
  const hasLongBook = useLongBook();
  const [kept, set] = useAccountDocument("layout", readLayout, DEFAULT_LAYOUT);
  const room = useMemo(() => ({ hasTape, hasLongBook }), [hasTape, hasLongBook]);
  const panels = useMemo(() => PANELS.filter((panel) => panel !== "tape" || hasTape), [hasTape]);
  const resize = useCallback(
    (panel: SizedPanel, size: number | undefined) =>
      set(({ sizes, hidden }) => {
        const { [panel]: _, ...others } = sizes;
        return {
          hidden,
          sizes: size === undefined ? others : { ...others, [panel]: limitedSize(panel, size) },
        };
      }),
    [set],
  );
  const toggle = useCallback(
    (panel: Panel) =>
      set(({ sizes, hidden }) => ({
        sizes,
        hidden: hidden.includes(panel) ? hidden.filter((each) => each !== panel) : [...hidden, panel],
      })),
    [set],
  );
  const reset = useCallback(() => set(undefined), [set]);
  const layout = isMovable ? kept : DEFAULT_LAYOUT;
  const isDefault = kept.hidden.length === 0 && Object.keys(kept.sizes).length === 0;
  return { layout, room, isMovable, panels, isDefault, resize, toggle, reset };
}
