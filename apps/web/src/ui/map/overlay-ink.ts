import type { ThemeName } from '#platform/browser/theme.ts'

/** Colours of what is drawn above the ground, by theme; `groundInk` has those of the ground and of plain lines. */
export interface OverlayInk {
  /** From standing traffic to a free road. */
  pace: readonly [string, string, string, string]
  /** Of a way nobody knows for sure, worked out along the roads. */
  matched: string
  fence: string
  team: string
  /** A position that grows old. */
  ageing: string
  /** An order that waits, whose search is nearly over, and that is overdue. */
  waiting: string
  soon: string
  late: string
  /** Words upon these. */
  onSpot: string
}

export const overlayInk: Record<ThemeName, OverlayInk> = {
  dark: {
    pace: ['#f2777a', '#e5b04a', '#5fc48f', '#4cb3e8'],
    matched: '#b48cf2',
    fence: '#e5b04a',
    team: '#4ac2b0',
    ageing: '#e5b04a',
    waiting: '#6aa8f7',
    soon: '#e5b04a',
    late: '#f2777a',
    onSpot: '#0b1526',
  },
  light: {
    pace: ['#c2272c', '#c07a00', '#1a8a55', '#0f68a6'],
    matched: '#7d47d1',
    fence: '#a86a00',
    team: '#12796c',
    ageing: '#c98200',
    waiting: '#1f5fbf',
    soon: '#a86a00',
    late: '#b92c30',
    onSpot: '#ffffff',
  },
}
