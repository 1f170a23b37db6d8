import { useT } from "../../i18n/use-t.ts";
import { PanelHead } from "./book-column.tsx";
import { TapeColumn, type TapeColumnProps } from "./tape-column.tsx";

const ROWS = 40;

/** Last trades below a desktop's book, as many as fit. */
export function TapePanel(props: Omit<TapeColumnProps, "rows">) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="terminal-tape" tabIndex={0}>
      <PanelHead title={t("trade.lastTrades")} />
      <TapeColumn {...props} rows={ROWS} />
    </div>
  );
}
