/** What somebody else might have done. */
export type SecurityNotice =
  | {
      readonly kind:
        | "paymentPasswordChanged"
        | "paymentPasswordSet"
        | "totpEnabled"
        | "totpDisabled"
        | "secondFactorTried";
    }
  | ({ readonly kind: "passwordChanged" } & EndedFactors)
  | { readonly kind: "contactReplaced" | "contactBound"; readonly target: string }
  | {
      readonly kind: "passkeyAdded" | "passkeyRemoved" | "apiKeyAdded" | "apiKeyRemoved" | "apiKeysEnded";
      readonly name: string;
    }
  | { readonly kind: "apiKeyTradeEnds"; readonly name: string; readonly until: string }
  | { readonly kind: "newDevice"; readonly deviceName: string; readonly address: string }
  /** `address` on a chain, whole: its owner has to recognize it. */
  | { readonly kind: "addressAdded"; readonly address: string; readonly chain: string }
  | {
      readonly kind: "withdrawalRequested";
      readonly amount: string;
      readonly asset: string;
      readonly address: string;
      readonly chain: string;
    }
  | { readonly kind: "accountFrozen" };

/** What ended with a password and what still works, by name. */
export interface EndedFactors {
  readonly endedApiKeys: readonly string[];
  readonly keptApiKeys: readonly string[];
  readonly removedPasskeys: readonly string[];
  readonly keptPasskeys: readonly string[];
  /** Masked. */
  readonly removedContacts: readonly string[];
  readonly removedTotp: boolean;
}
