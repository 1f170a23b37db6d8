import type { AssetAmount } from "@candor/formulas/liability-tree/asset-sums";
import type { InclusionCheck } from "@candor/formulas/liability-tree/verify-inclusion";
import { signOfDecimal } from "@candor/text/decimal-text";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { ChevronDownIcon } from "@candor/ui/icons.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useT } from "../../i18n/use-t.ts";

interface ClimbListProps {
  readonly proof: CallReply<"liabilityLeaf">;
  readonly check: InclusionCheck;
}

/** Every node on the path, for independent verification. */
export function ClimbList({ proof, check }: ClimbListProps) {
  const t = useT();
  return (
    <details className="proof-samples owed-way">
      <summary className="link">
        {t("liabilities.way")}
        <ChevronDownIcon size="s" />
      </summary>
      <p className="small muted">{t("liabilities.secret")}</p>
      <p className="proof-hash">{proof.leaf.nonce}</p>
      <ul className="stack-3">
        {check.climbs.map(({ side, sibling, node }, at) => (
          <li key={node.hash} className="stack-1">
            <b className="med small">
              {t(side === "left" ? "liabilities.wayLeft" : "liabilities.wayRight", { step: at + 1 })}
            </b>
            <Sums sums={sibling.sums} />
            <p className="proof-hash muted">{sibling.hash}</p>
            <p className="small muted">{t("liabilities.wayTogether")}</p>
            <p className="proof-hash">{node.hash}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Nonzero sums. */
function Sums({ sums }: { readonly sums: readonly AssetAmount[] }) {
  const t = useT();
  const held = sums.filter(({ amount }) => signOfDecimal(amount) !== 0);
  if (held.length === 0) return <p className="small muted">{t("liabilities.nothing")}</p>;
  return (
    <p className="small owed-sums">
      {held.map(({ asset, amount }) => (
        <FinancialText key={asset} value={amount} asset={asset} />
      ))}
    </p>
  );
}
