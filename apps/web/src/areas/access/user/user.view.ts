import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import type { peopleCalls } from '@chauffeur/contract/access/user'
import { changedPart } from '#kit/edit/conflict.view.ts'

export type UserRow = AnswerOf<typeof peopleCalls.userInfo>
export type UserUpdate = InputOf<typeof peopleCalls.userUpdate>
export type UserAdd = InputOf<typeof peopleCalls.userAdd>
export type EffectiveFunction = AnswerOf<typeof peopleCalls.effectiveAuthorities>['functions'][number]

/** What the form of a person holds. */
export interface UserValues {
  username: string
  realName: string
  phone: string
  email: string
  deptId: string
  level: number
  allCities: boolean
  cityIds: string[]
  channelId: string
  roleIds: string[]
}

export const newUser: Partial<UserValues> = { phone: '', email: '', level: 1, allCities: false, cityIds: [], channelId: '', roleIds: [] }

export const valuesOf = (row: UserRow): UserValues => ({
  username: row.username,
  realName: row.realName,
  phone: row.phone,
  email: row.email,
  deptId: row.deptId,
  level: row.level,
  allCities: row.allCities,
  cityIds: row.cityIds,
  channelId: row.channelId ?? '',
  roleIds: row.roles.map(({ roleId }) => roleId),
})

/** The form as sent: no cities where all are chosen, no channel outside partner departments. */
function settled(values: UserValues, partner: boolean): UserValues {
  return { ...values, cityIds: values.allCities ? [] : values.cityIds, channelId: partner ? (values.channelId ?? '') : '' }
}

/** Only what was changed is sent, so that what the operator may not touch, or sees masked, stays as it is. */
export function updateOf(row: UserRow, values: UserValues, partner: boolean): UserUpdate {
  const { username: _, ...changed } = changedPart(valuesOf(row), settled(values, partner))
  return { userId: row.userId, version: row.version, ...changed }
}

export function addOf(values: UserValues, partner: boolean): UserAdd {
  const { channelId, phone, ...rest } = settled(values, partner)
  return { ...rest, ...(phone ? { phone } : {}), ...(channelId ? { channelId } : {}) }
}

/** Functions whose name, code or one of whose roles holds every word asked for. */
export function matchingFunctions(functions: readonly EffectiveFunction[], asked: string): EffectiveFunction[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  return functions.filter((one) => {
    const text = [one.code, one.name, one.nameEn, one.areaName, one.areaNameEn, ...one.roles.map(({ name }) => name)]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
