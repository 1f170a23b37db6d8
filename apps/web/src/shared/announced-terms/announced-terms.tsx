import { feesSetting } from "@candor/domain/setting-names";
import { lazy, Suspense } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";

/** Refetch interval: changes are announced a day in advance. */
const RECHECK_MS = 60_000;

/** Loaded with its translations only if something is announced, which is rare. */
const AnnouncedNotice = lazy(async () => ({
  default: (await loadPart(() => withWords(["liabilities"], () => import("./announced-notice.tsx"))))
    .AnnouncedNotice,
}));

/** Announced changes to a page's terms; renders nothing if there are none. */
export function AnnouncedTerms({ settings }: { readonly settings: readonly string[] }) {
  const { data } = useCall("decisions", { limit: 1 }, { refetchEveryMs: RECHECK_MS });
  const list = data?.announced.filter(({ setting }) => settings.includes(setting)) ?? [];
  return <Suspense>{list.length > 0 && <AnnouncedNotice list={list} />}</Suspense>;
}

/** Announced fee changes of a spot market. */
export const AnnouncedFees = ({ symbol }: { readonly symbol: string }) => (
  <AnnouncedTerms settings={[feesSetting("spot", symbol)]} />
);
