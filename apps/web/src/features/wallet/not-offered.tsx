import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";

interface Props {
  /** Says which asset it is that cannot be moved. */
  readonly title: string;
  readonly note: string;
  readonly offered: readonly { readonly asset: string }[];
  readonly onChoose: (asset: string) => void;
}

/** In place of a form for an asset that this exchange does not move, with the ones that it does. */
export function NotOffered({ title, note, offered, onChoose }: Props) {
  const assets = [...new Set(offered.map(({ asset }) => asset))];
  return (
    <Card className="stack-4">
      <Notice tone="warn">{title}</Notice>
      <p>{note}</p>
      <div className="row not-offered">
        {assets.map((asset) => (
          <Button key={asset} size="small" onClick={() => onChoose(asset)}>
            {asset}
          </Button>
        ))}
      </div>
    </Card>
  );
}
