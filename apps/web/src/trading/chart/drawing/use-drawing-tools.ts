import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { Chart } from "klinecharts";
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { useT } from "../../../i18n/use-t.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import { useChartSettings } from "../chart-settings.ts";
import { lookOf, watchLook } from "../design-tokens.ts";
import { boardWords } from "./board-words.ts";
import { type Drawing, type DrawingStyle, type Drawings, type DrawingTool, USUAL_STYLE } from "./drawing.ts";
import { type BoardListener, type BoardWords, DrawingBoard, newId } from "./drawing-board.ts";
import { type DrawingActions, useDrawings } from "./use-drawings.ts";
import { type KeyboardDrawing, useKeyboardDrawing } from "./use-keyboard-drawing.ts";

export interface DrawingTools {
  readonly drawings: Drawings;
  readonly actions: DrawingActions;
  /** The tool that the user draws with. */
  readonly tool: DrawingTool | null;
  readonly selected: Drawing | null;
  /** The text being edited. */
  readonly edited: Drawing | null;
  setTool: (tool: DrawingTool | null) => void;
  select: (id: string | null) => void;
  edit: (id: string | null) => void;
  /** Changes the selected drawing; the next ones get the same style. */
  restyle: (style: Partial<DrawingStyle>) => void;
  duplicate: () => void;
  removeSelected: () => void;
  readonly keyboard: KeyboardDrawing;
}

/** Part of the prices shown by which a copy lies below its original. */
const COPY_OFFSET = 0.06;

/** Connects a market's drawings, the chart and the buttons around it. */
export function useDrawingTools(chart: Chart | null, { market, look: format }: ShownMarket): DrawingTools {
  const t = useT();
  const formats = useFormats();
  const { isMagnetic } = useChartSettings();
  const [drawings, actions] = useDrawings(market.market, market.symbol);
  const [tool, setTool] = useState<DrawingTool | null>(null);
  const [selectedId, select] = useState<string | null>(null);
  const [editedId, edit] = useState<string | null>(null);
  const [style, setStyle] = useState<DrawingStyle>(USUAL_STYLE);
  const { priceDecimals } = format;
  const words = useMemo(() => boardWords(t, formats, priceDecimals), [t, formats, priceDecimals]);
  const byId = (id: string | null): Drawing | null => drawings.list.find((each) => each.id === id) ?? null;
  const selected = drawings.isHidden ? null : byId(selectedId);

  const board = useBoard(
    chart,
    words,
    { drawings, isMagnetic, tool, style },
    {
      onDrawn: (id, drawn, points) => {
        setTool(null);
        const text = drawn === "text" ? { text: "" } : {};
        const isTaken = actions.add({ id, tool: drawn, points, isLocked: false, ...style, ...text });
        if (!isTaken) showToast(t("chart.tooManyDrawings"), { kind: "error" });
        else if (drawn === "text") edit(id);
        return isTaken;
      },
      onMoved: (id, points) => actions.change(id, { points }),
      onSelected: (id) => select(id),
      onDeselected: (id) => select((now) => (now === id ? null : now)),
      onDoubleClicked: (id) => {
        if (byId(id)?.tool === "text") edit(id);
      },
    },
  );

  const list = drawings.isHidden ? [] : drawings.list;
  const keyboard = useKeyboardDrawing(chart, board, { tool, selected, list, actions, select });

  return {
    keyboard,
    drawings,
    actions,
    tool,
    selected,
    edited: byId(editedId),
    setTool: (next) => {
      setTool(next);
      // There the arrow keys move the pointer of the tool.
      if (next !== null) chart?.getDom()?.focus({ preventScroll: true });
    },
    select,
    edit,
    restyle: (change) => {
      if (selected === null) return;
      const { color, width, isDashed } = selected;
      setStyle({ color, width, isDashed, ...change });
      actions.change(selected.id, change);
    },
    duplicate: () => {
      if (selected === null || chart === null) return;
      const copy = copyOf(selected, chart);
      if (actions.add(copy)) select(copy.id);
      else showToast(t("chart.tooManyDrawings"), { kind: "error" });
    },
    removeSelected: () => {
      if (selected === null || selected.isLocked) return;
      actions.remove(selected.id);
      select(null);
    },
  };
}

/** A copy somewhat below its original. */
function copyOf(drawing: Drawing, chart: Chart): Drawing {
  const shift = shownPrices(chart) * COPY_OFFSET;
  const points = drawing.points.map((point) => ({ ...point, price: point.price - shift }));
  return { ...drawing, id: newId(), points, isLocked: false };
}

interface BoardState {
  readonly drawings: Drawings;
  readonly isMagnetic: boolean;
  readonly tool: DrawingTool | null;
  /** Of new drawings. */
  readonly style: DrawingStyle;
}

/** Keeps a chart's board like the state, and the tool in the user's hand. */
function useBoard(
  chart: Chart | null,
  words: BoardWords,
  { drawings, isMagnetic, tool, style }: BoardState,
  listener: BoardListener,
): DrawingBoard | null {
  const look = useSyncExternalStore(watchLook, lookOf);
  const onDrawn = useEffectEvent<BoardListener["onDrawn"]>((...drawn) => listener.onDrawn(...drawn));
  const onMoved = useEffectEvent<BoardListener["onMoved"]>((...moved) => listener.onMoved(...moved));
  const onSelected = useEffectEvent((id: string) => listener.onSelected(id));
  const onDeselected = useEffectEvent((id: string) => listener.onDeselected(id));
  const onDoubleClicked = useEffectEvent((id: string) => listener.onDoubleClicked(id));
  const [board, setBoard] = useState<DrawingBoard | null>(null);
  useEffect(() => {
    if (chart === null) return undefined;
    const made = new DrawingBoard(chart, words, {
      onDrawn: (...drawn) => onDrawn(...drawn),
      onMoved: (...moved) => onMoved(...moved),
      onSelected: (id) => onSelected(id),
      onDeselected: (id) => onDeselected(id),
      onDoubleClicked: (id) => onDoubleClicked(id),
    });
    // oxlint-disable-next-line react/set-state-in-effect -- a board listens, so it is made and ended with an effect
    setBoard(made);
    return () => {
      made.end();
      setBoard(null);
    };
  }, [chart, words]);
  useEffect(() => board?.show(drawings, look, isMagnetic), [board, drawings, look, isMagnetic]);
  useEffect(() => {
    if (tool === null) return undefined;
    board?.start(tool, style, isMagnetic);
    return () => board?.cancel();
  }, [board, tool, style, isMagnetic]);
  return board;
}

/** Height of the chart in price units. */
function shownPrices(chart: Chart): number {
  const bars = chart.getDataList().slice(chart.getVisibleRange().from, chart.getVisibleRange().to);
  return Math.max(...bars.map(({ high }) => high)) - Math.min(...bars.map(({ low }) => low));
}
