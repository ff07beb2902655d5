export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path
        d="M9.5 28V12.5a8 8 0 1 1 8 8h-3M9.5 25.5h4"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="17.5" cy="12.5" r="2.6" fill="var(--gold-fill)" />
    </svg>
  );
}
