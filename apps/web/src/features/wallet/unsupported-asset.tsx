import { Card } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";

interface UnsupportedAssetProps {
  /** The requested asset, which no chain supports. */
  readonly asset: string;
  /** Supported assets. */
  readonly assets: readonly string[];
  readonly onChoose: (asset: string) => void;
  readonly children: ReactNode;
}

/** Explains that an asset cannot be deposited or withdrawn, instead of showing another asset's form. */
export function UnsupportedAsset({ asset, assets, onChoose, children }: UnsupportedAssetProps) {
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
