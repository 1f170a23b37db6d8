const SYMBOL = /^[A-Z0-9]{1,12}$/;

/** The asset that an address names; null if it names none that could exist. */
export function namedAsset(text: string | null): string | null {
  const symbol = (text ?? "").toUpperCase();
  return SYMBOL.test(symbol) ? symbol : null;
}

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
