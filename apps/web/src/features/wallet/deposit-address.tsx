import { Button } from "@candor/ui/button.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { CopyIcon, ExternalIcon } from "@candor/ui/page-icons.tsx";
import type { WireDepositSite } from "@candor/wire/deposit-calls";
import { useT } from "../../i18n/use-t.ts";
import { FullAddress } from "../../shared/funds/chain-text.tsx";
import type { DepositChoice } from "../../shared/funds/use-deposits.ts";
import { QrCode } from "../../shared/pictures/qr-code.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";

const ADDRESS_FRESH_MS = 60_000;

/** The user's deposit address for an asset on a chain, created on first request. */
export function DepositAddress({ choice }: { readonly choice: DepositChoice }) {
  const { asset, chain } = choice;
  const { data, error, refetch } = useCall(
    "sites",
    { kind: "deposit", asset, chain },
    { freshMs: ADDRESS_FRESH_MS },
  );
  // The call returns deposit addresses for this kind.
  const site = (data?.list as readonly WireDepositSite[] | undefined)?.[0];
  if (site !== undefined) return <Address site={site} />;
  if (error !== null || data !== undefined) {
    return <LoadFailed error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className="deposit-qr" aria-busy="true">
      <Skeleton width={208} height={208} />
      <Skeleton width={250} height={42} />
    </div>
  );
}

function Address({ site }: { readonly site: WireDepositSite }) {
  const t = useT();
  const copy = useCopy();
  const mayShare = typeof navigator.share === "function";
  const share = () => {
    // Closing the share sheet rejects; that is not a failure.
    navigator.share({ text: site.address }).catch(() => undefined);
  };
  return (
    <>
      <div className="deposit-qr">
        <QrCode text={site.uri} label={t("wallet.qrLabel")} />
        <p className="deposit-address">
          <FullAddress address={site.address} />
        </p>
      </div>
      <div className={mayShare ? "g2" : undefined}>
        <Button size="medium" block onClick={() => copy(site.address)}>
          <CopyIcon size="s" />
          {t("wallet.copyAddress")}
        </Button>
        {mayShare && (
          <Button size="medium" block onClick={share}>
            <ExternalIcon size="s" />
            {t("wallet.share")}
          </Button>
        )}
      </div>
    </>
  );
}
