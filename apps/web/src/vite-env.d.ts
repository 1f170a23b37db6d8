/// <reference types="vite/client" />

declare module "virtual:words" {
  import type { Messages } from "@lingui/core";

  /** Keyed by `<group>-<language>`. */
  export const loadCatalogue: (name: string) => Promise<{ readonly messages: Messages }>;
}
