const SYMBOL = /^[A-Z0-9]{1,12}$/;

/** Returns the asset from the address; null if it is not a possible symbol. */
export function assetFromAddress(text: string | null): string | null {
  const symbol = (text ?? "").toUpperCase();
  return SYMBOL.test(symbol) ? symbol : null;
}

interface Offered {
  readonly data: { readonly list: readonly { readonly asset: string }[] } | undefined;
  readonly isError: boolean;
}

/** Returns whether an asset is offered: false while the list loads, assumed true if loading failed. */
export function isOfferedAsset({ data, isError }: Offered): (asset: string) => boolean {
  if (data === undefined) return () => isError;
  const assets = new Set(data.list.map(({ asset }) => asset));
  return (asset) => assets.has(asset);
}
