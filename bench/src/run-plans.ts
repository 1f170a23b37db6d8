/**
 * Runs each plan that the parent process sends, and sends back its result. The process ends with its parent, or with
 * status 1 if a plan fails.
 * @param run takes the plans of the parent
 */
export function runPlans(run: (plan: never) => Promise<object>): void {
  process.on("message", (plan) => {
    run(plan as never).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
  process.on("disconnect", () => process.exit(0));
}
