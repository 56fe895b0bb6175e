import type { Tone } from '#ui/status-tag.view.ts'
import type { CancelRow } from './dispatch.view.ts'
import type { SettingStanding } from '@chauffeur/contract/dispatch-settings'

export const byText: Record<CancelRow['by'], string> = { CUSTOMER: '客户取消', DRIVER: '司机取消', OPERATOR: '客服取消' }
export const stageText: Record<NonNullable<CancelRow['stage']>, string> = {
  SEARCHING: '派单中',
  ACCEPTED: '司机赶往途中',
  ARRIVED: '司机已就位',
}
export const verdictText: Record<CancelRow['verdict'], string> = {
  NO_FAULT: '双方无责',
  CUSTOMER_AT_FAULT: '客户责任',
  DRIVER_AT_FAULT: '司机责任',
  SHARED: '双方责任',
}
export const verdictTone: Record<CancelRow['verdict'], Tone> = {
  NO_FAULT: 'off',
  CUSTOMER_AT_FAULT: 'wait',
  DRIVER_AT_FAULT: 'lost',
  SHARED: 'wait',
}
export const standingTone: Record<SettingStanding, Tone> = {
  WINS: 'done',
  LESS_SPECIFIC: 'wait',
  TIME: 'off',
  SERVICE: 'off',
  CHANNEL: 'off',
  DISABLED: 'off',
}
