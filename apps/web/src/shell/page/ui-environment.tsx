import { createFormats } from "@candor/ui/formats";
import type { UiEnvironment } from "@candor/ui/ui-context.tsx";
import { UiProvider } from "@candor/ui/ui-context.tsx";
import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { RouterLink } from "../routing/router-link.tsx";
import { socket } from "../services/services.ts";

const serverNow = (): number => socket.clock.now();

/** Provides the UI kit with language, formats and links. */
export function UiEnvironmentProvider({ children }: { readonly children: ReactNode }) {
  const { i18n } = useLingui();
  const t = useT();
  const value = useMemo(
    (): UiEnvironment => ({
      formats: createFormats(i18n.locale),
      labels: {
        close: t("shell.close"),
        increase: t("shell.increase"),
        decrease: t("shell.decrease"),
        showPassword: t("shell.showPassword"),
        hidePassword: t("shell.hidePassword"),
        hiddenAmount: t("shell.hiddenAmount"),
        justNow: t("shell.justNow"),
        busy: t("shell.requesting"),
        refresh: t("shell.pullToRefresh"),
        numberUnreadable: (example) => t("shell.numberUnreadable", { example }),
        numberNegative: t("shell.numberNegative"),
        numberWhole: t("shell.numberWhole"),
        numberDecimals: (count) => t("shell.numberDecimals", { count }),
      },
      Link: RouterLink,
      nowMs: serverNow,
    }),
    [i18n.locale, t],
  );
  return <UiProvider value={value}>{children}</UiProvider>;
}
