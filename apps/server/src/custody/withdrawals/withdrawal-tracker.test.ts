import { LAYOUT } from "@candor/codec/event-layouts";
import { EventWriter } from "@candor/codec/event-writer";
import type { WithdrawalState } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { replayTo } from "../../engine/runtime/event-dispatcher.ts";
import { WithdrawalTracker } from "./withdrawal-tracker.ts";

const approved: WithdrawalState = {
  withdrawalId: 7,
  userId: 10_001,
  assetId: 0,
  chainIndex: 0,
  address: "0x1",
  amountUnits: 100 as Units,
  feeUnits: 1 as Units,
  status: "approved",
  needsReview: false,
  holdReason: "",
  txHash: "",
  reason: "",
  createdAtMs: 1,
  updatedAtMs: 2,
};

test.each(["signed", "confirmed"] as const)(
  "SRV-08 a withdrawal that is %s while the server starts keeps the steps from before",
  (status) => {
    const tracker = new WithdrawalTracker();
    const out = new EventWriter();
    out.executed(8, 3, 0, 0);
    LAYOUT.withdrawalChanged.write(out, { ...approved, status, updatedAtMs: 3 });
    replayTo(tracker.listener, { firstSeq: 8, lastSeq: 8, timeMs: 3, words: out.take() });
    const steps = [
      { status: "frozen", timeMs: 1 },
      { status: "approved", timeMs: 2 },
    ] as const;
    tracker.seed({ state: approved, steps });
    const tracked = tracker.find(7);
    expect(tracked?.state.status).toBe(status);
    expect(tracked?.steps).toEqual([...steps, { status, timeMs: 3 }]);
  },
);
