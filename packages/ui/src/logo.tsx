/** The logo: an open ring closed by a tick. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true" focusable="false">
      <path d="M22.6 9.2A10 10 0 1 0 24 14" stroke="var(--c-text)" strokeWidth="3" strokeLinecap="round" />
      <path
        d="m9.5 13.8 4.2 4.2L24 6.6"
        stroke="var(--c-primary)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
