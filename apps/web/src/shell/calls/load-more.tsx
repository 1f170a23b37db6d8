import { Button } from "@candor/ui/button.tsx";
import { useEffect, useEffectEvent, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";

/** The next page is loaded this far ahead. */
const AHEAD = "400px";

/** End of the loaded rows: reaching it loads more; so does the button. */
export function LoadMore({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    const element = end.current;
    if (element === null || isBusy) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className="load-end">
      <Button size="small" tone="line" busy={isBusy} onClick={onMore}>
        {t("shell.loadMore")}
      </Button>
    </div>
  );
}
