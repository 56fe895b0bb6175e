import type { Tone } from '#kit/show/status-tag.view.ts'
import type { SettingStanding } from '@chauffeur/contract/dispatch-settings'

export const standingTone: Record<SettingStanding, Tone> = {
  WINS: 'done',
  LESS_SPECIFIC: 'wait',
  TIME: 'off',
  SERVICE: 'off',
  CHANNEL: 'off',
  DISABLED: 'off',
}
