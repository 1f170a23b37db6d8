/** A change that someone else might have made. */
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
  /** `address` on a chain, in full so that its owner can recognize it. */
  | { readonly kind: "addressAdded"; readonly address: string; readonly chain: string }
  | {
      readonly kind: "withdrawalRequested";
      readonly amount: string;
      readonly asset: string;
      readonly address: string;
      readonly chain: string;
    }
  | { readonly kind: "accountFrozen" };

/** Names of the factors revoked with a password and of those that remain. */
export interface EndedFactors {
  readonly endedApiKeys: readonly string[];
  readonly keptApiKeys: readonly string[];
  readonly removedPasskeys: readonly string[];
  readonly keptPasskeys: readonly string[];
  /** Masked. */
  readonly removedContacts: readonly string[];
  readonly removedTotp: boolean;
}
