import { lazy, Suspense } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useAppStore } from "../../state/app-store.ts";
import type { EmptyWalletHintProps } from "./empty-wallet-hint.tsx";

const EmptyWalletHint = lazy(async () => ({
  default: (await loadPart(() => withWords(["hint", "wallet"], () => import("./empty-wallet-hint.tsx"))))
    .EmptyWalletHint,
}));

/** Hint of a page whose wallet is empty, for logged-in users; its code is loaded after the page. */
export function FirstSteps(props: EmptyWalletHintProps) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  return <Suspense>{isLoggedIn && <EmptyWalletHint {...props} />}</Suspense>;
}
