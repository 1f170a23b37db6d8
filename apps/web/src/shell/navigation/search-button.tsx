import { IconButton } from "@candor/ui/button.tsx";
import { SearchIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { searchOverlay } from "./open-search.ts";

/** Search button of phones; desktops have a field in the top bar. */
export function SearchButton({ className }: { readonly className?: string }) {
  const t = useT();
  return (
    <IconButton label={t("shell.search")} className={className} onClick={() => searchOverlay.open()}>
      <SearchIcon />
    </IconButton>
  );
}
