/// <reference types="vite/client" />

declare module "virtual:words" {
  import type { Messages } from "@lingui/core";

  /** By `<group>-<language>`. */
  export const words: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>>;
}
