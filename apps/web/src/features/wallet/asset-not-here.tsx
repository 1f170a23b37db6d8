import { Card } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";

interface AssetNotHereProps {
  /** The asset that was asked for, which no chain carries. */
  readonly asset: string;
  /** Those that there are. */
  readonly assets: readonly string[];
  readonly onChoose: (asset: string) => void;
  readonly children: ReactNode;
}

/** Says that an asset cannot come in or go out, instead of showing another one's form. */
export function AssetNotHere({ asset, assets, onChoose, children }: AssetNotHereProps) {
  const t = useT();
  return (
    <Card className="stack-4">
      <Select
        label={t("wallet.asset")}
        labelShown
        value={asset}
        onValueChange={onChoose}
        choices={[...new Set([asset, ...assets])].map((each) => ({ value: each, label: each }))}
      />
      <Notice tone="warn">{children}</Notice>
    </Card>
  );
}
