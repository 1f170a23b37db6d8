import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals } from "@candor/ui/decimal-math";
import { Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";

interface LeafBalancesProps {
  readonly leaf: CallReply<"liabilityLeaf">["leaf"];
  readonly atMs: number;
}

interface Row {
  readonly asset: string;
  readonly inTree: string;
  /** null if unknown. */
  readonly now: string | null;
}

/** Balances in the leaf next to the current wallet balances. */
export function LeafBalances({ leaf, atMs }: LeafBalancesProps) {
  const t = useT();
  const formats = useFormats();
  const { data } = useCall("walletIndex", {}, { freshMs: 0 });
  const now = data === undefined ? undefined : walletSums(data);
  const rows = leaf.balances.flatMap(({ asset, amount: inTree }): Row[] => {
    const held = now === undefined ? null : (now.get(asset) ?? "0");
    return signOfDecimal(inTree) === 0 && signOfDecimal(held) === 0 ? [] : [{ asset, inTree, now: held }];
  });
  return (
    <section className="owed-balances">
      <h3 className="med">{t("liabilities.balances")}</h3>
      {rows.length === 0 ? (
        <p className="small muted">{t("liabilities.nothing")}</p>
      ) : (
        <Table
          label={t("liabilities.balances")}
          rows={rows}
          rowKey={({ asset }) => asset}
          columns={[
            { key: "asset", header: t("liabilities.coin"), renderCell: ({ asset }) => <b>{asset}</b> },
            {
              key: "tree",
              header: t("liabilities.inTree"),
              align: "right",
              renderCell: ({ inTree }) => <BalanceText value={inTree} />,
            },
            {
              key: "now",
              header: t("liabilities.now"),
              align: "right",
              renderCell: (row) => <BalanceText value={row.now} />,
            },
          ]}
        />
      )}
      <p className="small muted">{t("liabilities.balancesNote", { date: formats.date(atMs, "full") })}</p>
    </section>
  );
}

/** Available plus frozen in all four wallets, by coin. */
function walletSums({ wallets }: CallReply<"walletIndex">): ReadonlyMap<string, string> {
  const sums = new Map<string, string>();
  for (const { asset, available, frozen } of Object.values(wallets).flat())
    sums.set(asset, addDecimals(sums.get(asset) ?? "0", available, frozen));
  return sums;
}
