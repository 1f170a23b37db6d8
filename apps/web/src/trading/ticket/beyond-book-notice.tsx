import { Notice } from "@candor/ui/notice.tsx";
import { useT } from "../../i18n/use-t.ts";

/** A market order is larger than the known part of the book, so its estimate is too good. */
export function BeyondBookNotice({ shown }: { readonly shown: boolean }) {
  const t = useT();
  return shown ? <Notice tone="warn">{t("trade.beyondBook")}</Notice> : null;
}
