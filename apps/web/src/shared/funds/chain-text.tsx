import { IconButton } from "@candor/ui/button.tsx";
import { CopyIcon, ExternalIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";

const HEAD = 6;
const TAIL = 4;

/** "0x4c1e…90bd": enough to compare, too short to copy by hand. */
export const shortHex = (text: string): string =>
  text.length <= HEAD + TAIL + 1 ? text : `${text.slice(0, HEAD)}…${text.slice(-TAIL)}`;

/** A full address with its ends highlighted for comparison. */
export function FullAddress({ address }: { readonly address: string }) {
  const bold = 6;
  return (
    <span className="mono address" translate="no">
      {address.slice(0, 2)}
      <b>{address.slice(2, 2 + bold)}</b>
      {address.slice(2 + bold, -bold)}
      <b>{address.slice(-bold)}</b>
    </span>
  );
}

interface HashProps {
  readonly hash: string;
  /** The chain's block explorer; null for no link. */
  readonly explorerUrl: string | null;
}

/** A shortened, copyable transaction hash; links to the block explorer if there is one. */
export function TransactionHash({ hash, explorerUrl }: HashProps) {
  const t = useT();
  const copy = useCopy();
  return (
    <span className="row tx">
      <span className="mono" translate="no" title={hash}>
        {shortHex(hash)}
      </span>
      <IconButton label={t("wallet.copyHash")} onClick={() => copy(hash)}>
        <CopyIcon size="s" />
      </IconButton>
      {explorerUrl !== null && (
        <a
          className="iconbtn"
          href={`${explorerUrl}tx/${hash}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("wallet.openExplorer")}
          title={t("wallet.openExplorer")}
        >
          <ExternalIcon size="s" />
        </a>
      )}
    </span>
  );
}
