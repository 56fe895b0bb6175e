/** A picture of lines on a 16 × 16 field, in the colour of the words beside it. */
export function LineGlyph({ path, size = 16 }: { path: string; size?: number }) {
  return (
    <svg
      className="glyph"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
