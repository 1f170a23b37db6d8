import { Card, KeyValue } from "@candor/ui/card.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { Published } from "./use-inclusion.ts";

/** Identifies the tree and shows its root hash. */
export function RootCard({ published }: { readonly published: Published }) {
  const t = useT();
  const formats = useFormats();
  const { treeId, atMs, atSeq, leaves, rootHash } = published;
  return (
    <Card title={t("liabilities.tree")} className="stack-3">
      <KeyValue
        small
        lines={[
          { key: "id", label: t("liabilities.treeId"), value: treeId },
          { key: "at", label: t("liabilities.madeAt"), value: formats.date(atMs, "full") },
          { key: "seq", label: t("liabilities.command"), value: formats.integer(atSeq) },
          { key: "leaves", label: t("liabilities.leaves"), value: formats.integer(leaves) },
        ]}
      />
      <p className="small muted">{t("liabilities.root")}</p>
      <p className="proof-hash">{rootHash}</p>
      <p className="small muted">{t("liabilities.rootNote")}</p>
    </Card>
  );
}
