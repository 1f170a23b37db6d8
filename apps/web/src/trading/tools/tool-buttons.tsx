import { Button } from "@candor/ui/button.tsx";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import type { ToolProps } from "./tool-props.ts";

const ScaledSheet = lazy(async () => ({
  default: (await loadPart(() => withWords(["tools"], () => import("./scaled-sheet.tsx")))).ScaledSheet,
}));
const TwapSheet = lazy(async () => ({
  default: (await loadPart(() => withWords(["tools"], () => import("./twap-sheet.tsx")))).TwapSheet,
}));

type Tool = "scaled" | "twap";

interface ToolButtonsProps extends ToolProps {
  /** Buttons of a product's other tools. */
  readonly children?: ReactNode;
}

/** Opens the tools that place several orders. */
export function ToolButtons({ children, ...props }: ToolButtonsProps) {
  const t = useT();
  const [tool, setTool] = useState<Tool | null>(null);
  const close = () => setTool(null);
  return (
    <>
      <div className="row wrap ticket-tools">
        <Button size="small" tone="ghost" aria-haspopup="dialog" onClick={() => setTool("scaled")}>
          {t("trade.scaledOrders")}
        </Button>
        <Button size="small" tone="ghost" aria-haspopup="dialog" onClick={() => setTool("twap")}>
          {t("trade.twap")}
        </Button>
        {children}
      </div>
      <Suspense>
        {tool === "scaled" && <ScaledSheet {...props} onClose={close} />}
        {tool === "twap" && <TwapSheet {...props} onClose={close} />}
      </Suspense>
    </>
  );
}
