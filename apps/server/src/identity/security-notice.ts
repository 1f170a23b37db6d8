/** What somebody else might have done. */
export type SecurityNotice =
  | { readonly kind: "passwordChanged" | "paymentPasswordChanged" | "totpEnabled" | "totpDisabled" }
  | { readonly kind: "contactReplaced"; readonly target: string }
  | {
      readonly kind: "passkeyAdded" | "passkeyRemoved" | "apiKeyAdded" | "apiKeyRemoved";
      readonly name: string;
    }
  | { readonly kind: "newDevice"; readonly deviceName: string; readonly address: string };
