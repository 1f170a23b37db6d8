import { Badge } from "@candor/ui/badge.tsx";
import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { ListIcon } from "@candor/ui/page-icons.tsx";
import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import "@candor/ui/list.css";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { shortHex } from "../../shared/funds/chain-text.tsx";
import { ADDRESS_BOOK } from "../../shell/routing/routes.ts";
import { useServerNow } from "../../shell/time/use-server-now.ts";

/** Interval for checking whether a lock has ended. */
export const LOCK_CHECK_MS = 5_000;

/** A new address is locked for a while; without a lock it is usable from creation. */
const isLocked = ({ usableAtMs, createdAtMs }: WireWithdrawalSite, nowMs: number): boolean =>
  usableAtMs > createdAtMs && usableAtMs > nowMs;

/** Whether an address may be used now. */
export function SiteBadge({ site, nowMs }: { readonly site: WireWithdrawalSite; readonly nowMs: number }) {
  const t = useT();
  const formats = useFormats();
  if (isLocked(site, nowMs)) {
    return (
      <Badge tone="warn" dot>
        {t("wallet.usableFrom", { time: formats.date(site.usableAtMs, "day-time") })}
      </Badge>
    );
  }
  return site.bound ? (
    <Badge tone="primary" dot>
      {t("wallet.bound")}
    </Badge>
  ) : null;
}

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly sites: readonly WireWithdrawalSite[];
  readonly onPick: (address: string) => void;
}

export function AddressPicker({ open, onOpenChange, sites, onPick }: Props) {
  const t = useT();
  const nowMs = useServerNow(LOCK_CHECK_MS);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("wallet.addressBook")}>
      {sites.length === 0 ? (
        <Empty icon={ListIcon} title={t("wallet.noAddresses")}>
          {t("wallet.noAddressesNote")}
        </Empty>
      ) : (
        <ul className="list">
          {sites.map((site) => (
            <li key={site.siteId}>
              <div className="grow stack-1">
                {isLocked(site, nowMs) ? (
                  <span className="med muted trunc">{site.label || shortHex(site.address)}</span>
                ) : (
                  <button type="button" className="row-act med trunc" onClick={() => onPick(site.address)}>
                    {site.label || shortHex(site.address)}
                  </button>
                )}
                <span className="small muted mono trunc" translate="no">
                  {shortHex(site.address)}
                </span>
              </div>
              <SiteBadge site={site} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to={ADDRESS_BOOK} tone="line" size="medium" block>
        {t("wallet.manageAddresses")}
      </ButtonLink>
    </Sheet>
  );
}
