import { driverText, noDriverText } from '#platform/softphone/client.ts'
import type { CallOfDesk, PhoneState } from '#platform/softphone/state.ts'
import { t, tr } from '#platform/text/text.ts'

type Tone = 'ok' | 'warn' | 'danger' | 'off'

export function deviceWord(state: PhoneState): string {
  if (!state.on) return t('未启用')
  switch (state.device) {
    case 'ready':
      return t('空闲')
    case 'connecting':
      return t('正在连接')
    case 'elsewhere':
      return t('正在接入')
    case 'failed':
      return t('设备打开失败')
    case 'absent':
      return t('未找到话机服务')
  }
}
export const deviceTone = (state: PhoneState): Tone => {
  if (!state.on) return 'off'
  return state.device === 'ready' ? 'ok' : state.device === 'failed' || state.device === 'absent' ? 'danger' : 'warn'
}

/** The result of the driver check, in the words of the specification. */
export const driverWord = (driver: number): string => tr(driverText[driver] ?? noDriverText.missing)

export function callWord(call: CallOfDesk): string {
  switch (call.phase) {
    case 'ringing':
      return t('来电')
    case 'dialling':
      return t('拨号中')
    case 'ringback':
      return t('对方振铃')
    case 'talking':
      return t('通话中')
    case 'busy':
      return t('对方忙')
    case 'over':
      return call.result === 'MISSED' ? t('未接来电') : call.result === 'REFUSED' ? t('已拒接') : t('已挂断')
  }
}
export const callTone = ({ phase }: CallOfDesk): Tone =>
  phase === 'ringing' ? 'warn' : phase === 'talking' ? 'ok' : phase === 'busy' ? 'danger' : phase === 'over' ? 'off' : 'warn'

const masked = (number: string): string => {
  if (/^0?1\d{10}$/.test(number)) return `${number.slice(0, -8)}****${number.slice(-4)}`
  return number.length > 5 ? `${number.slice(0, 3)}${'*'.repeat(number.length - 5)}${number.slice(-2)}` : number
}
/** A number as this operator may see it; the server's word on it goes first. */
export const shownNumber = (number: string, reveal: boolean): string => (reveal ? number : masked(number))
export const numberOf = (call: CallOfDesk, reveal: boolean): string =>
  call.shown || shownNumber(call.number, reveal) || (call.direction === 'IN' ? t('号码未显示') : '')
