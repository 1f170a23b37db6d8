import { IconButton } from "@candor/ui/button.tsx";
import { CloseIcon, SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { useT } from "../../i18n/use-t.ts";

interface Props {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly autoFocus: boolean;
}

export function MarketSearch({ value, onValueChange, autoFocus }: Props) {
  const t = useT();
  return (
    <Input
      label={t("shell.searchCoin")}
      labelHidden
      onPage
      type="text"
      inputMode="search"
      enterKeyHint="search"
      placeholder={t("shell.searchCoin")}
      autoComplete="off"
      autoFocus={autoFocus}
      value={value}
      maxLength={20}
      onChange={(event) => onValueChange(event.target.value)}
      leading={<SearchIcon size="s" className="muted" />}
      trailing={
        value !== "" && (
          <IconButton label={t("market.clearSearch")} onClick={() => onValueChange("")}>
            <CloseIcon size="s" />
          </IconButton>
        )
      }
    />
  );
}
