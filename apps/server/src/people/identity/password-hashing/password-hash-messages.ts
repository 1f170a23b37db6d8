/** Cost of one argon2id hash. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** Settings of a hashing thread. */
export interface HashThreadSettings {
  /** Linux nice value: 0 is the default, 19 the lowest priority. */
  readonly nice: number;
}

/** A task for a hashing thread, which answers in order. */
export type HashTask =
  | { readonly kind: "hash"; readonly password: string; readonly cost: HashCost }
  | { readonly kind: "verify"; readonly phc: string; readonly password: string };

export type HashAnswer =
  | { readonly kind: "hashed"; readonly phc: string }
  | { readonly kind: "verified"; readonly right: boolean }
  | { readonly kind: "failed"; readonly message: string };
