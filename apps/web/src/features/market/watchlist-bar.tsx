import { Button } from "@candor/ui/button.tsx";
import { PlusIcon } from "@candor/ui/icons.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { FAVOURITES_LIST, type WatchlistControl } from "./use-watchlists.ts";
import { WatchlistSheet } from "./watchlist-sheet.tsx";
import { MAX_LISTS, type Watchlist } from "./watchlists.ts";

/** Favorites and the user's own lists; the chosen one is shown below. */
export function WatchlistBar({ control }: { readonly control: WatchlistControl }) {
  const t = useT();
  const { lists, chosen, choose, newId } = control;
  const [edited, setEdited] = useState<Watchlist>();
  return (
    <div className="row between watchlists">
      <Chips
        className="grow"
        label={t("market.watchlists")}
        value={chosen?.id ?? FAVOURITES_LIST}
        onValueChange={choose}
        choices={[
          { value: FAVOURITES_LIST, label: t("market.favourites") },
          ...lists.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {chosen !== undefined && (
        <Button size="small" tone="ghost" onClick={() => setEdited(chosen)}>
          {t("market.editList")}
        </Button>
      )}
      {lists.length < MAX_LISTS && (
        <Button size="small" tone="ghost" onClick={() => setEdited({ id: newId(), name: "", markets: [] })}>
          <PlusIcon size="s" />
          {t("market.newList")}
        </Button>
      )}
      {edited !== undefined && (
        <WatchlistSheet list={edited} control={control} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}
