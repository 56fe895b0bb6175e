import type { MessageEvent } from '@chauffeur/contract/message/event'
import type { LiveDriverMessage } from '@chauffeur/contract/operations/live'
import { type Say, type ValuesIn, wordsAt } from '../wording/index.ts'
import type { PlatformDb, WholeTx } from '#platform/database/db'
import { emitEvents } from '#platform/database/events'
import type { Vault } from '#platform/identity/vault'
import { type AppMessage, putInApps } from '#platform/provider/sms'
import { type Reader, readers } from './inbox.queries.ts'

type Tx = WholeTx | PlatformDb
export interface ToDriver {
  driverId: string
  event: MessageEvent
  values: ValuesIn
  orderId?: string
}

const reads = ({ city_id, language }: Reader) => `${city_id}/${language}`
const wordsIn = async (tx: Tx, tenantId: string, found: readonly Reader[], told: readonly ToDriver[]): Promise<Map<string, Say>> => {
  const events = [...new Set(told.map(({ event }) => event))]
  const words = new Map<string, Say>()
  for (const one of new Map(found.map((reader) => [reads(reader), reader])).values())
    words.set(reads(one), await wordsAt(tx, { tenantId, cityId: one.city_id, channelId: null }, events, one.language))
  return words
}

/**
 * Puts messages into drivers' apps, in the transaction of what they are told of, in the words of each driver's city and language; none where those were
 * switched off there. Whoever decides that something is said decides that it is said once.
 */
export async function tellDrivers(tx: Tx, vault: Vault, tenantId: string, told: readonly ToDriver[]): Promise<void> {
  if (told.length === 0) return
  const found = await readers(tx, tenantId, [...new Set(told.map(({ driverId }) => driverId))])
  const drivers = new Map(found.map((one) => [one.driver_id, one]))
  const words = await wordsIn(tx, tenantId, found, told)
  const messages: AppMessage[] = []
  const heard = new Set<Reader>()
  for (const { driverId, event, values, orderId } of told) {
    const driver = drivers.get(driverId)
    const said = driver && words.get(reads(driver))!(event, values)
    if (!said) continue
    heard.add(driver)
    const about = { event, cityId: driver.city_id, ...(orderId && { orderId }) }
    messages.push({ tenantId, driverId, phone: driver.phone, body: said.body, textRef: said.template.ref, about })
  }
  if (messages.length === 0) return
  await putInApps(tx, vault, messages)
  const news = [...heard].map((driver) => ({
    tenantId,
    topic: 'driverMessages' as const,
    cityId: driver.city_id,
    orgId: driver.org_id,
    payload: { driverId: driver.driver_id } satisfies LiveDriverMessage,
  }))
  await emitEvents(tx, news)
}

export const tellDriver = (tx: Tx, vault: Vault, tenantId: string, told: ToDriver): Promise<void> =>
  tellDrivers(tx, vault, tenantId, [told])
