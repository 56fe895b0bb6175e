import { LineGlyph } from '#ui/show/line-glyph.tsx'

/** The few pictures of the shell itself, as lines on a 16 × 16 field. */
const LINES = {
  fold: 'M2 3h12M7 8h7M2 13h12M5 6 2.5 8 5 10',
  unfold: 'M2 3h12M7 8h7M2 13h12M2.5 6 5 8l-2.5 2',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5 14 14',
  bell: 'M3 12h10l-1.2-1.8V7a3.8 3.8 0 0 0-7.6 0v3.2L3 12Zm3.5 0a1.5 1.5 0 0 0 3 0',
  jobs: 'M2.5 3.5h7M2.5 8h5M2.5 12.5h4M10 10.2l2 2 3-3.6M12 3v4',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1',
  moon: 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z',
  expand: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  shrink: 'M6 2.5V6H2.5M13.5 6H10V2.5M10 13.5V10h3.5M2.5 10H6v3.5',
  keys: 'M1.5 4h13v8.5h-13V4ZM4 6.7h.1M6.6 6.7h.1M9.3 6.7h.1M12 6.7h.1M4.5 9.8h7',
  user: 'M8 2.5a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2ZM3 13.5c.4-2.6 2.3-4 5-4s4.6 1.4 5 4',
  down: 'm4 6.5 4 4 4-4',
} as const

export function Glyph({ name }: { name: keyof typeof LINES }) {
  return <LineGlyph path={LINES[name]} />
}
