import { Button } from "@candor/ui/button.tsx";
import { lazy, Suspense, useState } from "react";
import { withWords } from "../../../i18n/i18n.ts";
import { useT } from "../../../i18n/use-t.ts";
import { loadPart } from "../../../shell/code-loading/load-part.ts";
import type { ShownMarket } from "../../../trading/market/use-market.ts";

const FactsSheet = lazy(async () => ({
  default: (
    await loadPart(() => withWords(["tools", "markets", "records"], () => import("./facts-sheet.tsx")))
  ).FactsSheet,
}));

/** Opens the contract's fees, funding and tiers, for visitors too. */
export function FactsButton({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" tone="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("contract.details")}
      </Button>
      <Suspense>{isOpen && <FactsSheet shown={shown} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
