import { CopyIcon } from "@candor/ui/page-icons.tsx";
import { copy } from "./copy-button.tsx";

const HASH = /((?:0x)?[0-9a-f]{32,})/i;
const SHOWN_EACH_END = 6;

/** Text with shortened hashes, each with a button that copies the full hash. */
export function TextWithHashes({ text }: { readonly text: string }) {
  // A capturing group keeps the matches, at odd indexes.
  return text.split(HASH).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <button
        key={place}
        type="button"
        className="console-hash mono"
        title={part}
        aria-label={`Copy ${part}`}
        onClick={() => copy(part)}
      >
        {part.slice(0, SHOWN_EACH_END)}…{part.slice(-SHOWN_EACH_END)}
        <CopyIcon size="xs" />
      </button>
    ),
  );
}
