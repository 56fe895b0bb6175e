import type { Tone } from '#ui/show/tag.tsx'
import type { SettingStanding } from '@chauffeur/contract/dispatch-settings'

export const standingTone: Record<SettingStanding, Tone> = {
  WINS: 'done',
  LESS_SPECIFIC: 'wait',
  TIME: 'off',
  SERVICE: 'off',
  CHANNEL: 'off',
  DISABLED: 'off',
}
