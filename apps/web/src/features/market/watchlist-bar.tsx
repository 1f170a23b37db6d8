import { Button, IconButton } from "@candor/ui/button.tsx";
import { type IconComponent, PlusIcon } from "@candor/ui/icons.tsx";
import { PencilIcon } from "@candor/ui/page-icons.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
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
        <Act icon={PencilIcon} label={t("market.editList")} onClick={() => setEdited(chosen)} />
      )}
      {lists.length < MAX_LISTS && (
        <Act
          icon={PlusIcon}
          label={t("market.newList")}
          onClick={() => setEdited({ id: newId(), name: "", markets: [] })}
        />
      )}
      {edited !== undefined && (
        <WatchlistSheet list={edited} control={control} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}

interface ActProps {
  readonly icon: IconComponent;
  readonly label: string;
  readonly onClick: () => void;
}

/** On phones only the icon: the lists need the space. */
function Act({ icon: Icon, label, onClick }: ActProps) {
  const isDesktop = useDesktop();
  if (!isDesktop) {
    return (
      <IconButton label={label} onClick={onClick}>
        <Icon />
      </IconButton>
    );
  }
  return (
    <Button size="small" tone="ghost" onClick={onClick}>
      <Icon size="s" />
      {label}
    </Button>
  );
}
