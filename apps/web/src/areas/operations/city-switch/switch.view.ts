import {
  type CitySwitchGroup,
  type CitySwitchRow,
  citySwitchCalls,
  type CitySwitchStand,
  type CitySwitchVersion,
} from '@chauffeur/contract/operations/city-switch'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import type { Tone } from '#ui/show/tag.tsx'

/** Everything that shows how a switch stands. */
export const showsSwitches = [citySwitchCalls.view, citySwitchCalls.history, citySwitchCalls.customerShow, driverDutyCalls.list]

export const groupText: Record<CitySwitchGroup, string> = { ORDER: '接单〔开关〕', CHARGE: '收费', DRIVER: '司机' }
export const switchStatusText: Record<CitySwitchVersion['status'], string> = {
  SCHEDULED: '待生效',
  EFFECTIVE: '生效中',
  REPLACED: '已被取代',
  EXPIRED: '已失效',
}
export const switchStatusTone: Record<CitySwitchVersion['status'], Tone> = {
  SCHEDULED: 'wait',
  EFFECTIVE: 'run',
  REPLACED: 'off',
  EXPIRED: 'off',
}

/** What is open in a dialog or drawer: a switch as it stood when it was opened, and its city. */
export interface OpenSwitch {
  city: CitySwitchRow
  stand: CitySwitchStand
}
