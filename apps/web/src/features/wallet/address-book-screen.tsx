import { Button, IconButton } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { CloseIcon, PlusIcon } from "@candor/ui/icons.tsx";
import { ListIcon } from "@candor/ui/page-icons.tsx";
import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import "@candor/ui/list.css";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { FullAddress } from "../../shared/funds/chain-text.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, refresh, useAct, useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { useServerNow } from "../../shell/time/use-server-now.ts";
import { AddAddressSheet } from "./add-address-sheet.tsx";
import { LOCK_CHECK_MS, SiteBadge } from "./address-picker.tsx";
import { useAddressBook } from "./use-address-book.ts";
import "../../shared/funds/chain.css";
import "../../shared/funds/wallet.css";

/** Withdrawal addresses: added with the payment password, labeled and removed. */
export function Screen() {
  const t = useT();
  const book = useAddressBook();
  const { data: cash } = useCall("cashTypeList", {});
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<WireWithdrawalSite | null>(null);
  const nowMs = useServerNow(LOCK_CHECK_MS);
  const mayAdd = cash !== undefined && cash.list.length > 0;
  return (
    <Page
      title={t("wallet.addressBook")}
      hasBack
      isForm
      actions={
        mayAdd && (
          <IconButton label={t("wallet.addAddress")} onClick={() => setAdding(true)}>
            <PlusIcon />
          </IconButton>
        )
      }
    >
      <div className="narrow">
        <div className="pad book-note">
          <Notice>{t(cash?.bookOnly === true ? "wallet.bookNoteLive" : "wallet.bookNote")}</Notice>
        </div>
        <section className="group">
          {book.isLoading && <SkeletonRows count={3} label={t("shell.loading")} />}
          {book.error !== null && <LoadFailed error={book.error} onRetry={() => void book.reload()} />}
          {!book.isLoading && book.error === null && book.sites.length === 0 && (
            <Empty
              icon={ListIcon}
              title={t("wallet.noAddresses")}
              action={
                mayAdd && (
                  <Button size="small" tone="primary" onClick={() => setAdding(true)}>
                    {t("wallet.addAddress")}
                  </Button>
                )
              }
            >
              {t("wallet.noAddressesNote")}
            </Empty>
          )}
          {book.sites.length > 0 && (
            <ul className="list">
              {book.sites.map((site) => (
                <SiteRow
                  key={site.siteId}
                  site={site}
                  chainName={cash?.list.find(({ chain }) => chain === site.chain)?.chainName ?? site.chain}
                  nowMs={nowMs}
                  onRemove={() => setRemoving(site)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
      {cash !== undefined && <AddAddressSheet open={isAdding} onOpenChange={setAdding} cash={cash} />}
      <RemoveSheet site={removing} onClose={() => setRemoving(null)} />
    </Page>
  );
}

interface RowProps {
  readonly site: WireWithdrawalSite;
  readonly chainName: string;
  readonly nowMs: number;
  readonly onRemove: () => void;
}

function SiteRow({ site, chainName, nowMs, onRemove }: RowProps) {
  const t = useT();
  const formats = useFormats();
  const label = site.label || t("wallet.noLabel");
  return (
    <li className="site-row">
      <div className="grow stack-1">
        <span className="row wrap">
          <b className="med">{label}</b>
          <SiteBadge site={site} nowMs={nowMs} />
        </span>
        <FullAddress address={site.address} />
        <span className="small muted">
          {chainName} · {t("wallet.addedOn", { date: formats.date(site.createdAtMs, "day") })}
        </span>
      </div>
      {!site.bound && (
        <IconButton label={t("wallet.removeAddress", { label })} onClick={onRemove}>
          <CloseIcon size="s" />
        </IconButton>
      )}
    </li>
  );
}

/** Asks for confirmation. */
function RemoveSheet({
  site,
  onClose,
}: {
  readonly site: WireWithdrawalSite | null;
  readonly onClose: () => void;
}) {
  const t = useT();
  const act = useAct("removeSite");
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  const remove = async () => {
    if (site === null) return;
    const outcome = await act.run({ siteId: site.siteId, requestId: newRequestKey() });
    if (outcome === null) return;
    if (!outcome.ok) return setError(messageOf(outcome.error));
    await refresh("sites", "cashTypeList");
    showToast(t("wallet.addressRemoved"), { kind: "success" });
    close();
  };
  return (
    <Sheet
      open={site !== null}
      onOpenChange={close}
      title={t("wallet.removeTitle")}
      description={t("wallet.removeNote")}
    >
      {site !== null && (
        <div className="stack-4">
          <FullAddress address={site.address} />
          {error !== null && (
            <Notice tone="down" announce>
              {error}
            </Notice>
          )}
          <div className="g2">
            <Button size="medium" onClick={close}>
              {t("shell.cancel")}
            </Button>
            <Button size="medium" tone="danger" busy={act.isBusy} onClick={() => void remove()}>
              {t("wallet.remove")}
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}
