import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { quietCities } from '#areas/message/limit'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { goOffline, papersOver } from '../duty/index.ts'
import { lockDriver } from '#areas/driver/state'
import { remind, tell, type TellPlatform } from './tell.service.ts'
import { type DueDriver, driversOver, papersDue, suspendForPapers } from './papers.queries.ts'

type PapersPlatform = TellPlatform & Pick<Platform, 'db' | 'wakeDispatch' | 'poke'>
const AT_ONCE = 50

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

/** Suspends whose papers are over and reminds whose are so soon. Several processes may do so at once. */
export async function tendPapers(platform: PapersPlatform): Promise<void> {
  const { db } = platform
  const over = { read: (except: string[], limit: number) => db.acrossTenants((tx) => driversOver(tx, except, limit)), limit: AT_ONCE }
  await eachDue({ ...over, idOf: ({ driver_id }) => driver_id }, (one) => suspend(platform, one))
  const quiet = await quietCities(db, new Date())
  const due = { read: (except: string[], limit: number) => db.acrossTenants((tx) => papersDue(tx, quiet, except, limit)), limit: AT_ONCE }
  const told = await eachDue({ ...due, idOf: ({ driver_id, paper }) => driver_id + paper }, (one) =>
    remind(platform, one, 'DRIVER_PAPER_DUE'),
  )
  if (told > 0) platform.poke()
}

export const papersRound: Round = { name: 'driver.papers', everyS: 300, work: tendPapers }
