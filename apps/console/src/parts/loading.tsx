import { SkeletonRows } from "@candor/ui/feedback.tsx";

/** Placeholder of a loading page or list. */
export function Loading() {
  return <SkeletonRows label="Loading" />;
}
