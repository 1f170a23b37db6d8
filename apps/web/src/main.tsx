import "@candor/ui/tokens.css";
import "@candor/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { activateLanguage, i18n } from "./i18n/i18n.ts";
import { loadInAnyCase, loadPart } from "./shell/code-loading/load-part.ts";
import { startLock } from "./shell/lock/start-lock.ts";
import { followTheme } from "./shell/page/theme.ts";
import { HOME, preloadScreen } from "./shell/routing/routes.ts";
import { startServices } from "./shell/services/services.ts";
import { appState, useAppStore } from "./state/app-store.ts";
import { followOtherTabs } from "./state/follow-other-tabs.ts";

/** Same delay that React uses before replacing a placeholder. */
const MAX_WAIT_MS = 300;

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");

// Browser translators start after the page has loaded.
void loadPart(() => import("./shell/translation/survive-translation.ts"), null).then((part) =>
  part.surviveTranslation(),
);
followTheme();
followOtherTabs();
startServices();
i18n.on("change", () => {
  document.documentElement.lang = i18n.locale;
});
// At once on devices without a lock.
await startLock();
const speaking = loadInAnyCase(() => activateLanguage(appState().lang));
const screenLoading = preloadScreen(window.location.hash.slice(1).split("?")[0] ?? HOME);
await speaking;
// The screen's code loads together with the translations. The shell waits at most this long for it.
await Promise.race([screenLoading, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
useAppStore.subscribe((state, previous) => {
  if (state.lang !== previous.lang) void loadPart(() => activateLanguage(state.lang));
});
if (import.meta.env.PROD)
  void loadPart(() => import("./shell/code-loading/app-worker-registration.ts"), null).then((part) =>
    part.registerAppWorker(),
  );
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
