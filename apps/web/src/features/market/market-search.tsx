import { MAX_MARKET_QUERY } from "@candor/text/field-limits";
import { IconButton } from "@candor/ui/button.tsx";
import { CloseIcon, SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { useLayoutEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";

interface Props {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Called on Enter: opens the first result. */
  readonly onEnter: () => void;
  /** Whether the page was opened for searching. */
  readonly startsFocused: boolean;
}

export function MarketSearch({ value, onValueChange, onEnter, startsFocused }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  // Before the page is painted: what is typed at once must not be lost.
  useLayoutEffect(() => {
    if (startsFocused) input.current?.focus();
  }, [startsFocused]);
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
      inputRef={input}
      value={value}
      maxLength={MAX_MARKET_QUERY}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        // During IME composition Enter only ends the composition.
        if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter();
      }}
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
