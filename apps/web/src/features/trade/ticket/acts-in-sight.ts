const CHOICES = "select, [type=checkbox], [type=radio]";

/**
 * For an effect of a ticket: after a choice, which may make it longer, its last button does not lie below the screen's edge or
 * under a bar. Whoever types stays where they are.
 */
export function keepActsInSight(form: HTMLFormElement | null): (() => void) | undefined {
  const reveal = (): void =>
    [...(form?.querySelectorAll(".btn.block") ?? [])].at(-1)?.scrollIntoView({ block: "nearest" });
  const choose = ({ target }: Event): void => {
    // What follows from a choice is drawn before the next frame.
    if ((target as HTMLElement).matches(CHOICES)) requestAnimationFrame(reveal);
  };
  form?.addEventListener("change", choose);
  return () => form?.removeEventListener("change", choose);
}
