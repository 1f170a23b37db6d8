import type { CorrectionAccount, CorrectionWallet } from "@candor/domain/enumerations";
import type { SettingValue } from "@candor/domain/events/setting-events";
import type { Role } from "../protocol/roles.ts";

/** A change of who may use the console, and as what. */
export type OperatorChange =
  | {
      readonly what: "invite";
      readonly name: string;
      readonly roles: readonly Role[];
      /** Where the link goes; null: no mail is configured. */
      readonly mailbox: string | null;
    }
  | {
      readonly what: "reset";
      readonly name: string;
      /** null: the one on record, if there is one. */
      readonly mailbox: string | null;
    }
  | { readonly what: "roles"; readonly name: string; readonly roles: readonly Role[] }
  | { readonly what: "enable"; readonly name: string };

/** What is to be done when a second person agrees. */
export type ProposedAct =
  | {
      readonly kind: "correction";
      readonly userId: number;
      readonly wallet: CorrectionWallet;
      readonly assetId: number;
      /** Signed, in the asset's smallest unit. */
      readonly amountUnits: number;
      readonly account: CorrectionAccount;
    }
  | {
      readonly kind: "setting";
      readonly setting: string;
      /** The version that it was proposed against, 0: none; it is not set over another one. */
      readonly baseVersion: number;
      readonly value: SettingValue;
      /** What was in force when it was proposed; absent in records of before it was kept. */
      readonly before?: SettingValue;
      /** The limits that it raises, which is why two people decide. */
      readonly raises: readonly string[];
    }
  | { readonly kind: "operator"; readonly change: OperatorChange }
  | {
      /** The machine's clock is right although it jumped by more than a day. */
      readonly kind: "clock";
      readonly deviationMs: number;
      /** The command that entered the jump: no other jump is accepted with it. */
      readonly heldWithSeq: number;
    };

/** Proposals are facts like everything durable; applying them in order gives the state again. */
export type ProposalRecord =
  | {
      readonly type: "proposed";
      readonly proposalId: number;
      readonly act: ProposedAct;
      readonly proposedBy: string;
      readonly proposedAtMs: number;
      readonly reason: string;
    }
  | {
      readonly type: "decided";
      readonly proposalId: number;
      readonly decision: "confirmed" | "refused";
      readonly decidedBy: string;
      readonly decidedAtMs: number;
      /** The command that carried it out; 0: none. */
      readonly seq: number;
    };
