import type { CorrectionAccount, CorrectionWallet } from "@candor/domain/enumerations";
import type { SettingValue } from "@candor/domain/events/setting-events";
import type { Role } from "../protocol/roles.ts";

/** A change of console access or roles. */
export type OperatorChange =
  | {
      readonly what: "invite";
      readonly name: string;
      readonly roles: readonly Role[];
      /** Address the link is sent to; null if no mail is configured. */
      readonly mailbox: string | null;
    }
  | {
      readonly what: "reset";
      readonly name: string;
      /** null for the address on record, if there is one. */
      readonly mailbox: string | null;
    }
  | { readonly what: "roles"; readonly name: string; readonly roles: readonly Role[] }
  | { readonly what: "enable"; readonly name: string };

/** Act to carry out once a second person agrees. */
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
      /** The version it was proposed against, 0 if there was none; it does not replace a different one. */
      readonly baseVersion: number;
      readonly value: SettingValue;
      /** Value in effect when it was proposed; absent in records older than this field. */
      readonly before?: SettingValue;
      /** Limits it raises, which is why it needs two people. */
      readonly raises: readonly string[];
    }
  | { readonly kind: "operator"; readonly change: OperatorChange }
  | {
      /** Accepts that the machine's clock is right although it jumped by more than a day. */
      readonly kind: "clock";
      readonly deviationMs: number;
      /** Command that recorded the jump, so that no other jump is accepted with it. */
      readonly heldWithSeq: number;
    };

/** Records of proposals; applying them in order restores the state. */
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
      /** Command that carried it out; 0 if there was none. */
      readonly seq: number;
    };
