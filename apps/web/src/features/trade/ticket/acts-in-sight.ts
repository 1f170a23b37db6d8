/** What a choice changes is drawn within this time. */
const FOLLOWS_MS = 1_000;
const CHOICES = "select, [type=checkbox], [type=radio]";

/**
 * For an effect of a ticket: after a choice, which may make it longer, its last button does not lie below the screen's edge or
 * under a bar. Whoever types stays where they are.
 */
export function keepActsInSight(form: HTMLFormElement | null): (() => void) | undefined {
  if (form === null) return undefined;
  let choseAtMs = -FOLLOWS_MS;
  const reveal = (): void => {
    if (performance.now() - choseAtMs < FOLLOWS_MS)
      [...form.querySelectorAll(".btn.block")].at(-1)?.scrollIntoView({ block: "nearest" });
  };
  const choose = ({ target }: Event): void => {
    if (!(target as HTMLElement).matches(CHOICES)) return;
    choseAtMs = performance.now();
    requestAnimationFrame(reveal);
  };
  const sizes = new ResizeObserver(reveal);
  sizes.observe(form);
  form.addEventListener("change", choose);
  return () => {
    sizes.disconnect();
    form.removeEventListener("change", choose);
  };
}
