import { HANDSET } from '#ui/show/handset.ts'
import { LineGlyph } from '#ui/show/line-glyph.tsx'

/** Pictures of the telephone, as lines on a 16 × 16 field. */
const LINES = {
  phone: HANDSET,
  answer: `${HANDSET}M10 2.5v4h4`,
  hangUp: 'M2 9.6C5.4 6.5 10.6 6.5 14 9.6l-1.4 1.9-2.4-1V8.9a8 8 0 0 0-4.4 0v1.6l-2.4 1L2 9.6Z',
  mute: 'M8 2a1.8 1.8 0 0 0-1.8 1.8v3.4a1.8 1.8 0 0 0 3.6 0V3.8A1.8 1.8 0 0 0 8 2ZM4.2 7.4a3.8 3.8 0 0 0 7.6 0M8 11.2V14M2.5 2.5l11 11',
  record: 'M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z',
  flash: 'M9 1.8 4 9h3.5L7 14.2 12 7H8.5L9 1.8Z',
  erase: 'M5.5 3.5h8v9h-8L2 8l3.5-4.5ZM7.5 6.2l3.6 3.6M11.1 6.2 7.5 9.8',
} as const

export function PhoneGlyph({ name }: { name: keyof typeof LINES }) {
  return <LineGlyph path={LINES[name]} />
}
