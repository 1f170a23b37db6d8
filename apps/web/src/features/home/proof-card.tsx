import { Card, KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { ShieldCheckIcon } from "@candor/ui/page-icons.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { LIABILITIES } from "../../shell/routing/routes.ts";

const ASSET = "USDT";
const FIGURE = { asset: ASSET, minDecimals: 2, maxDecimals: 2 } as const;
const HASH_ENDS = 6;

/** Liabilities and reserves of the newest tree, with a link to verify them. */
export function ProofCard() {
  const t = useT();
  const formats = useFormats();
  const { data: published } = useCall("liabilities", {});
  const total = published?.totals.find(({ asset }) => asset === ASSET);
  return (
    <Card
      className="home-proof stack-3"
      title={t("liabilities.title")}
      aside={
        <Link className="link small home-check" to={LIABILITIES}>
          <ShieldCheckIcon size="s" />
          {t("records.check")}
        </Link>
      }
    >
      <p className="small muted">{t("liabilities.intro")}</p>
      <KeyValue
        small
        lines={[
          {
            key: "at",
            label: t("liabilities.madeAt"),
            value: published === undefined ? "–" : formats.date(published.atMs, "day-time"),
          },
          {
            key: "owed",
            label: t("liabilities.owed"),
            value: <FinancialText value={total?.liabilities} {...FIGURE} />,
          },
          {
            key: "held",
            label: t("liabilities.held"),
            value: <FinancialText value={total?.reserves} {...FIGURE} />,
          },
          {
            key: "root",
            label: t("liabilities.root"),
            value: (
              <span className="mono" translate="no">
                {shortHash(published?.rootHash)}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

const shortHash = (hash: string | undefined): string =>
  hash === undefined ? "–" : `${hash.slice(0, HASH_ENDS)}…${hash.slice(-HASH_ENDS)}`;
