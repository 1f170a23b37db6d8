import type { Wallet } from "@candor/domain/enumerations";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";

/** Code and translations are loaded on the first click. */
const TransferSheet = lazy(async () => ({
  default: (await loadPart(() => withWords(["wallet", "people"], () => import("./transfer-sheet.tsx"))))
    .TransferSheet,
}));

export interface MoveFunds {
  readonly open: () => void;
  /** Render it next to the button. */
  readonly sheet: ReactNode;
}

/** A sheet that transfers funds into a wallet without leaving the page. */
export function useMoveFunds(to: Wallet, asset: string): MoveFunds {
  const [isOpen, setOpen] = useState(false);
  const sheet = isOpen && (
    <Suspense>
      <TransferSheet to={to} asset={asset} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open: () => setOpen(true), sheet };
}

interface MoveFundsLinkProps {
  readonly to: Wallet;
  readonly asset: string;
  readonly className: string;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A text button that opens the sheet. */
export function MoveFundsLink({ to, asset, className, title, children }: MoveFundsLinkProps) {
  const { open, sheet } = useMoveFunds(to, asset);
  return (
    <>
      <button type="button" className={className} title={title} onClick={open}>
        {children}
      </button>
      {sheet}
    </>
  );
}
