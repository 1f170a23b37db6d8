import {
  type InclusionCheck,
  type InclusionProof,
  verifyInclusion,
} from "@candor/formulas/liability-tree/verify-inclusion";
import type { CallReply } from "@candor/wire/calls";
import { useEffect, useState } from "react";
import { browserSha256 } from "./browser-sha256.ts";

export type Published = CallReply<"liabilities">;

/** Verifies the proof in this browser; undefined while computing. */
export function useInclusion(
  userId: string,
  published: Published,
  proof: InclusionProof,
): InclusionCheck | undefined {
  const [checked, setChecked] = useState<{ readonly of: InclusionProof; readonly check: InclusionCheck }>();
  useEffect(() => {
    let isCurrent = true;
    const compute = async (): Promise<void> => {
      const totals = published.totals.map(({ asset, liabilities: amount }) => ({ asset, amount }));
      const check = await verifyInclusion(userId, { ...published, totals }, proof, browserSha256);
      if (isCurrent) setChecked({ of: proof, check });
    };
    void compute();
    return () => {
      isCurrent = false;
    };
  }, [userId, published, proof]);
  return checked?.of === proof ? checked.check : undefined;
}
