const CHOICES = "select, [type=checkbox], [type=radio]";

/**
 * Effect for a ticket: after a choice that makes the form longer, scrolls its last button into view, out from under
 * bars. Does nothing while the user types.
 */
export function keepButtonsVisible(form: HTMLFormElement | null): (() => void) | undefined {
  const reveal = (): void =>
    [...(form?.querySelectorAll(".btn.block") ?? [])].at(-1)?.scrollIntoView({ block: "nearest" });
  const choose = ({ target }: Event): void => {
    // The choice's effects are rendered before the next frame.
    if ((target as HTMLElement).matches(CHOICES)) requestAnimationFrame(reveal);
  };
  form?.addEventListener("change", choose);
  return () => form?.removeEventListener("change", choose);
}
