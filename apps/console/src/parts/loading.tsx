import { SkeletonRows } from "@candor/ui/feedback.tsx";

/** A page or a list that is on its way. */
export function Loading() {
  return <SkeletonRows label="Loading" />;
}
