import { ToastViewport } from "@candor/ui/toast.tsx";
import { UiProvider } from "@candor/ui/ui-context.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { HashRouter, Route, Routes } from "react-router";
import { queryClient } from "./api/query-client.ts";
import { JoinScreen } from "./session/join-screen.tsx";
import { Shell } from "./shell/shell.tsx";
import { UI } from "./shell/ui.tsx";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider value={UI}>
        <HashRouter>
          <Routes>
            <Route path="/join/:token" element={<JoinScreen />} />
            <Route path="*" element={<Shell />} />
          </Routes>
        </HashRouter>
        <ToastViewport />
      </UiProvider>
    </QueryClientProvider>
  );
}
