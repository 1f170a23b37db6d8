/** Cost of one argon2id hash. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** What a hashing thread starts with. */
export interface HashThreadSettings {
  /** Priority on Linux: 0 is everybody's, 19 the least. */
  readonly nice: number;
}

/** To a hashing thread; it answers one by one. */
export type HashTask =
  | { readonly kind: "hash"; readonly password: string; readonly cost: HashCost }
  | { readonly kind: "verify"; readonly phc: string; readonly password: string };

export type HashAnswer =
  | { readonly kind: "hashed"; readonly phc: string }
  | { readonly kind: "verified"; readonly right: boolean }
  | { readonly kind: "failed"; readonly message: string };
