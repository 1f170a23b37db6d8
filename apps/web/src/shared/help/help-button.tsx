import { lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import "./help.css";

/** Lazy: most visits read no article. */
const HelpSheet = lazy(async () => ({
  default: (await loadPart(() => import("./help-sheet.tsx"))).HelpSheet,
}));

/** Built-in articles that explain a part of a screen. */
export type HelpArticle =
  | "order-types"
  | "contracts"
  | "leverage"
  | "liquidation"
  | "mark-price"
  | "funding"
  | "margin-trading"
  | "profit-and-loss"
  | "api";

interface Props {
  readonly article: HelpArticle;
  /** Name of what it explains. */
  readonly topic: string;
  /** A label to press; default: a question mark. */
  readonly children?: ReactNode;
}

/** Opens the article about a part of the screen in a sheet. */
export function HelpButton({ article, topic, children }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={children === undefined ? "help-button" : "help-label"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children ?? <span aria-hidden="true">?</span>}
        {/* After the visible words, which must be part of the name. */}
        <span className="vh">{t("shell.helpOn", { topic })}</span>
      </button>
      {isOpen &&
        createPortal(
          <Suspense>
            <HelpSheet article={article} topic={topic} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
