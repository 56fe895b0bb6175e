import { workStatus, type WorkStatus } from '@chauffeur/contract/order/model'
import type { ThemeName } from '#platform/browser/theme.ts'

/** Work statuses in the order of their tones on the map. */
export const toneStatuses: readonly WorkStatus[] = workStatus.options
export const toneOf = (status: WorkStatus): number => toneStatuses.indexOf(status)

const colours: Record<ThemeName, Record<WorkStatus, string>> = {
  dark: {
    OFFLINE: '#6b7890',
    ONLINE_IDLE: '#4ac28a',
    OFFERED: '#e5b04a',
    TO_PICKUP: '#4cb3e8',
    WAITING: '#b48cf2',
    DRIVING: '#5a86ff',
    FILING: '#f29ac0',
    PAUSED: '#c7a98a',
  },
  light: {
    OFFLINE: '#7a8598',
    ONLINE_IDLE: '#1a8a55',
    OFFERED: '#b97700',
    TO_PICKUP: '#0c86c4',
    WAITING: '#7d47d1',
    DRIVING: '#2450cc',
    FILING: '#c23c78',
    PAUSED: '#8a6a48',
  },
}

export const statusColour = (status: WorkStatus, theme: ThemeName): string => colours[theme][status]
const palettes: Record<ThemeName, readonly string[]> = {
  dark: toneStatuses.map((status) => colours.dark[status]),
  light: toneStatuses.map((status) => colours.light[status]),
}
/** The colours of the tones; the same array each time, so that the map is not restyled by every render. */
export const driverPalette = (theme: ThemeName): readonly string[] => palettes[theme]
