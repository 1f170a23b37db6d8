import { Radios } from "@candor/ui/segmented.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { BOOK_SIDES, useBookSettings } from "./book-settings.ts";

const WORDS = { both: "trade.bookBoth", bids: "trade.bookBids", asks: "trade.bookAsks" } as const;

/**
 * Chooses both sides of the book or one: three icons if there is space, the native picker behind one icon on phones.
 */
export function SidesChoice({ isCompact }: { readonly isCompact: boolean }) {
  const t = useT();
  const { sides, setSides } = useBookSettings();
  const label = t("trade.orderBook");
  const common = { label, value: sides, onValueChange: setSides };
  const words = BOOK_SIDES.map((value) => ({ value, label: t(WORDS[value]) }));
  if (isCompact) {
    return (
      <span className={`book-sides is-${sides}`}>
        <Select {...common} choices={words} />
        <i aria-hidden="true" />
      </span>
    );
  }
  return (
    <Radios
      {...common}
      rowClass="row book-sides"
      classOf={(value) => `is-${value}`}
      choices={words.map(({ value, label: word }) => ({
        value,
        label: (
          <i title={word}>
            <span className="vh">{word}</span>
          </i>
        ),
      }))}
    />
  );
}
