import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy } from "react";
import { i18n, withWords } from "./i18n/i18n.ts";
import { HashRouter } from "./shell/hash-router.tsx";
import { loadPart } from "./shell/load-part.ts";
import { queryClient } from "./shell/services.ts";
import { Shell } from "./shell/shell.tsx";
import { UiEnvironmentProvider } from "./shell/ui-environment.tsx";

const SearchResults = lazy(async () => ({
  default: (
    await loadPart(() => withWords(["search", "trade"], () => import("./features/search/search-results.tsx")))
  ).SearchResults,
}));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <HashRouter>
          <UiEnvironmentProvider>
            <Shell SearchResults={SearchResults} />
          </UiEnvironmentProvider>
        </HashRouter>
      </I18nProvider>
    </QueryClientProvider>
  );
}
