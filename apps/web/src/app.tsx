import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy } from "react";
import { i18n, withWords } from "./i18n/i18n.ts";
import { loadPart } from "./shell/code-loading/load-part.ts";
import { LockGate } from "./shell/lock/lock-gate.tsx";
import { Shell } from "./shell/page/shell.tsx";
import { UiEnvironmentProvider } from "./shell/page/ui-environment.tsx";
import { HashRouter } from "./shell/routing/hash-router.tsx";
import { queryClient } from "./shell/services/services.ts";

const SearchResults = lazy(async () => ({
  default: (
    await loadPart(() => withWords(["search", "trade"], () => import("./features/search/search-results.tsx")))
  ).SearchResults,
}));

const LockScreen = lazy(async () => ({
  default: (await loadPart(() => withWords(["people"], () => import("./features/lock/lock-page.tsx"))))
    .LockPage,
}));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <HashRouter>
          <UiEnvironmentProvider>
            <LockGate LockScreen={LockScreen}>
              <Shell SearchResults={SearchResults} />
            </LockGate>
          </UiEnvironmentProvider>
        </HashRouter>
      </I18nProvider>
    </QueryClientProvider>
  );
}
