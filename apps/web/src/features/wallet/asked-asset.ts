import { useState } from "react";
import { useSearchParams } from "../../shell/use-search-params.ts";

const SYMBOL = /^[A-Z0-9]{1,12}$/;

/** The asset that an address names; null if it names none that could exist. */
export function namedAsset(text: string | null): string | null {
  const symbol = (text ?? "").toUpperCase();
  return SYMBOL.test(symbol) ? symbol : null;
}

interface Chosen {
  readonly named: string | null;
  readonly asset: string;
}

/** The asset of a form: the one chosen on it, as long as the address still names the same one. */
export const askedAsset = (named: string | null, chosen: Chosen | null): string | null =>
  chosen !== null && chosen.named === named ? chosen.asset : named;

/** The asked asset, if nothing that is offered is of it. */
export const missingAsset = (
  asked: string | null,
  offered: readonly { readonly asset: string }[],
): string | null => (asked !== null && !offered.some(({ asset }) => asset === asked) ? asked : null);

interface Offered {
  readonly data: { readonly list: readonly { readonly asset: string }[] } | undefined;
  readonly isError: boolean;
}

/** Whether an asset is offered: not while the list loads, and probably if it could not be loaded. */
export function offersOf({ data, isError }: Offered): (asset: string) => boolean {
  if (data === undefined) return () => isError;
  const assets = new Set(data.list.map(({ asset }) => asset));
  return (asset) => assets.has(asset);
}

/** The asset that the address names or that was chosen since, and how to choose another. */
export function useAskedAsset(): readonly [string | null, (asset: string) => void] {
  const [params] = useSearchParams();
  const named = namedAsset(params.get("asset"));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return [askedAsset(named, chosen), (asset) => setChosen({ named, asset })];
}
