import { type PrivacyRequestRow, personKindText, type RequestState } from '@chauffeur/contract/privacy/request'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const requestTone: Record<RequestState, Tone> = { OPEN: 'wait', IN_PROGRESS: 'run', DONE: 'done', REFUSED: 'off', WITHDRAWN: 'off' }

export const requesterOf = ({ name, personKind, personId }: PrivacyRequestRow) =>
  name || t('{who} 编号 {id}', { who: tr(personKindText[personKind]), id: personId })
export const personPath = ({ personKind, personId }: PrivacyRequestRow) =>
  personKind === 'DRIVER' ? `/yunYing/driverDetail?driverId=${personId}` : `/customers/user_info?customerId=${personId}`

const EVENTS: Record<string, () => string> = {
  open: () => t('提出请求'),
  take: () => t('领取'),
  identify: () => t('核实身份'),
  gather: () => t('开始生成文件'),
  gathered: () => t('文件已生成'),
  finish: () => t('完成'),
  refuse: () => t('拒绝'),
  withdraw: () => t('撤回'),
}
export const eventWords = (event: string) => EVENTS[event]?.() ?? event
const FIELDS: Record<string, () => string> = {
  name: () => t('姓名'),
  gender: () => t('性别'),
  birthday: () => t('生日'),
  plateNos: () => t('车牌号'),
}
export const fieldWords = (field: string) => FIELDS[field]?.() ?? field
const GENDERS: Record<string, () => string> = { UNKNOWN: () => t('未知'), MALE: () => t('男'), FEMALE: () => t('女') }
export const genderWords = (gender: string) => GENDERS[gender]?.() ?? gender
export const valueWords = (field: string, value: string) => (field === 'gender' ? genderWords(value) : value || t('（空）'))
