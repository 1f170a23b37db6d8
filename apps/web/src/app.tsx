import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";

import { i18n } from "./i18n/i18n.ts";
import { HashRouter } from "./shell/hash-router.tsx";
import { queryClient } from "./shell/services.ts";
import { Shell } from "./shell/shell.tsx";
import { UiEnvironmentProvider } from "./shell/ui-environment.tsx";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <HashRouter>
          <UiEnvironmentProvider>
            <Shell />
          </UiEnvironmentProvider>
        </HashRouter>
      </I18nProvider>
    </QueryClientProvider>
  );
}
