import { QUALIFIED } from '@chauffeur/contract/driver/file'
import type { MessageEvent } from '@chauffeur/contract/message/event'
import { quietCities, reminderHeld } from '#areas/message/limit'
import { wordsAt } from '#areas/message/wording'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { sendSms } from '#platform/provider/sms'
import { goOffline, type Paper, papersOver } from '../duty/index.ts'
import { lockDriver } from '#areas/driver/state'
import { paperNames } from './fitness.rules.ts'
import { type DueDriver, type DuePaper, driversOver, notePaper, papersDue, suspendForPapers } from './papers.queries.ts'

type PapersPlatform = Pick<Platform, 'db' | 'vault' | 'wakeDispatch' | 'poke'>
const AT_ONCE = 50
/** Which day it is changes what a message says. */
const VALID_S = 43_200

interface Of {
  tenantId: string
  driverId: string
  cityId: string
  phone: string
  paper: Paper
  /** Its last. */
  day: string
}
/** Once, by a message in the words of the driver's city; none where they were switched off there, which is noted too. */
async function tell(
  tx: TenantTx,
  { vault }: PapersPlatform,
  { tenantId, driverId, cityId, phone, paper, day }: Of,
  event: MessageEvent,
  { daysBefore, ...values }: { daysBefore: number; days?: string },
): Promise<void> {
  const body = (await wordsAt(tx, { tenantId, cityId, channelId: null }, [event]))(event, { ...values, paper: paperNames[paper].zh, day })
  if (!(await notePaper(tx, { tenantId, driverId, paper, day, daysBefore, sent: body !== null })) || body === null) return
  await sendSms(tx, vault, { tenantId, phone, purpose: 'DRIVER_PAPER', body, validS: VALID_S, about: { event, cityId } })
}

/** Who drives with a paper that is over takes no orders any more, and is told; an order in hand is finished. */
async function suspend(platform: PapersPlatform, { tenant_id: tenantId, driver_id: driverId, city_id: cityId }: DueDriver) {
  await platform.db.write(wholeTenant(tenantId), async (tx) => {
    // Offers are locked before drivers.
    await goOffline(tx, { driverId })
    const row = await lockDriver(tx, driverId)
    const over = row?.qualification === QUALIFIED ? papersOver(row) : []
    if (!row || over.length === 0) return
    const { phone } = await suspendForPapers(tx, driverId)
    for (const paper of over) {
      const day = (paper === 'LICENCE' ? row.licence_expire : row.id_card_expire)!
      await tell(tx, platform, { tenantId, driverId, cityId, phone, paper, day }, 'DRIVER_PAPER_OVER', { daysBefore: 0 })
    }
  })
  platform.wakeDispatch(cityId)
}

/** Once 30, 7 and 1 days before, at hours at which the city lets people be reminded. */
const remind = (platform: PapersPlatform, due: DuePaper) =>
  platform.db.write(wholeTenant(due.tenant_id), async (tx) => {
    const { tenant_id: tenantId, driver_id: driverId, city_id: cityId, phone, paper, expires_on: day } = due
    if (await reminderHeld(whole(tx), { tenantId, cityId, phone }, platform.vault, new Date())) return
    const left = { daysBefore: due.days_before, days: String(due.days_left) }
    await tell(tx, platform, { tenantId, driverId, cityId, phone, paper, day }, 'DRIVER_PAPER_DUE', left)
  })

/** Suspends whose papers are over and reminds whose are so soon. Several processes may do so at once. */
export async function tendPapers(platform: PapersPlatform): Promise<void> {
  const { db } = platform
  const over = { read: (except: string[], limit: number) => db.acrossTenants((tx) => driversOver(tx, except, limit)), limit: AT_ONCE }
  await eachDue({ ...over, idOf: ({ driver_id }) => driver_id }, (one) => suspend(platform, one))
  const quiet = await quietCities(db, new Date())
  const due = { read: (except: string[], limit: number) => db.acrossTenants((tx) => papersDue(tx, quiet, except, limit)), limit: AT_ONCE }
  const told = await eachDue({ ...due, idOf: ({ driver_id, paper }) => driver_id + paper }, (one) => remind(platform, one))
  if (told > 0) platform.poke()
}

export const papersRound: Round = { name: 'driver.papers', everyS: 300, work: tendPapers }
