import { appsCalls } from '@chauffeur/contract/access/app'
import { channelCalls } from '@chauffeur/contract/partner/channel'
import { customerFindCalls, groupFindCalls } from '@chauffeur/contract/customer/find'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { driverFindCalls } from '@chauffeur/contract/driver/find'
import type { Found } from '@chauffeur/contract/kernel/find'
import { cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { useEffect, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { session, useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'

/** What can be picked, and how it is looked for. */
const calls = {
  driver: driverFindCalls.find,
  customer: customerFindCalls.findCustomers,
  group: groupFindCalls.groupList,
  priceGroup: groupFindCalls.groupList,
  teamGroup: groupFindCalls.groupList,
  enterprise: enterpriseCalls.findEnterprises,
  channel: channelCalls.find,
  administrator: appsCalls.people,
  country: cityOpeningCalls.find,
} as const
export type PickKind = keyof typeof calls

const askText: Record<PickKind, string> = {
  driver: '工号 / 姓名 / 手机号',
  customer: '姓名 / 拼音 / 车牌 / 完整手机号',
  group: '分组名称',
  priceGroup: '分组名称',
  teamGroup: '分组名称',
  enterprise: '企业名称 / 信用代码',
  channel: '渠道名称 / 编码',
  administrator: '姓名 / 用户名',
  country: '城市名称 / 拼音 / 区划代码',
}
const offText: Record<PickKind, string> = {
  driver: '已停用',
  customer: '黑名单',
  group: '已停用',
  priceGroup: '已停用',
  teamGroup: '已停用',
  enterprise: '已停用',
  channel: '已停用',
  administrator: '不能再选',
  country: '已在列表中',
}
/** Of what a call finds, those that a kind is of. */
const only: Partial<Record<PickKind, object>> = { priceGroup: { type: 'PRICE' }, teamGroup: { type: 'TEAM' } }
export const askedFor = (kind: PickKind): string => tr(askText[kind])
export const offWord = (kind: PickKind): string => tr(offText[kind])
export const useMayPick = (kind: PickKind): boolean => useMay(calls[kind])

/** Names of what was seen lately: an answer that went still names what was chosen from it. */
const seen = new Map<string, Found>()
const keyOf = (kind: PickKind, id: string) => `${session().userId} ${kind} ${id}`
const seenOne = (kind: PickKind, id: string) => seen.get(keyOf(kind, id))
const remember = (kind: PickKind, rows: readonly Found[]): void => {
  for (const row of rows) seen.set(keyOf(kind, row.id), row)
}

/** What was typed finds some; nothing typed, the first ones. Nothing is asked while `on` is false. */
export function useFound(kind: PickKind, typed: string, cityId: string | undefined, on: boolean) {
  const query = useCall(
    calls[kind],
    { keyword: typed || undefined, ...only[kind], ...(kind === 'driver' && { cityId }) },
    { enabled: on, keepPrevious: true, saysRefusals: true },
  )
  const rows = query.data?.rows
  useEffect(() => remember(kind, rows ?? []), [kind, rows])
  return query
}

/** The rows of ids, whichever page or search they came from; none for one that is out of sight. */
export function usePicked(kind: PickKind, ids: readonly string[]): (id: string) => Found | undefined {
  const may = useMayPick(kind)
  // Only ever more: an id that is out of sight is not asked for again and again.
  const [asked, setAsked] = useState<readonly string[]>([])
  const missing = ids.filter((id) => !seenOne(kind, id) && !asked.includes(id)).join()
  useEffect(() => {
    if (missing !== '') setAsked((before) => [...before, ...missing.split(',')])
  }, [missing])
  const query = useCall(calls[kind], { ids: [...asked] }, { enabled: may && asked.length > 0, silent: true, saysRefusals: true })
  const rows = query.data?.rows
  useEffect(() => remember(kind, rows ?? []), [kind, rows])
  return (id) => seenOne(kind, id) ?? rows?.find((row) => row.id === id)
}

/** What stands for one that was chosen: its name, or what it is known by where it has none. */
export const pickedName = (found: Found | undefined, id: string): string => (found ? found.name || found.fact : t('编号 {id}', { id }))
/** The name of one seen before, where no hook can ask. */
export const nameSeen = (kind: PickKind, id: string): string => pickedName(seenOne(kind, id), id)

const RECENT = 5
const recentKey = (kind: PickKind) => `chauffeur.picked.1.${session().userId}.${kind}`
/** What this person picked last in this browser, newest first: ids only, their names are asked for again. */
export function recentPicks(kind: PickKind): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentKey(kind)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string' && /^\d+$/.test(id)).slice(0, RECENT) : []
  } catch {
    return []
  }
}
export function keepPick(kind: PickKind, id: string): void {
  try {
    localStorage.setItem(recentKey(kind), JSON.stringify([id, ...recentPicks(kind).filter((one) => one !== id)].slice(0, RECENT)))
  } catch {
    // NOTE: a browser that keeps nothing only has no recent choices.
  }
}
