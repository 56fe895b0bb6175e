import { quietCities, reminderHeld } from '#areas/message/limit'
import { refusesAdvertising } from '#areas/message/opt-out'
import { customerLanguage, wordsAt } from '#areas/message/wording'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { sendSms } from '#platform/provider/sms'
import { lockAccounts } from './book.queries.ts'
import { endOver } from './book.service.ts'
import { noteBirthdays, openDues } from './dues.queries.ts'
import { countDue } from './earn.service.ts'
import { accountsOver, type Ending, endingSoon, noteTold } from './ending.queries.ts'

type PointPlatform = Pick<Platform, 'db' | 'vault' | 'poke'>
const AT_ONCE = 200
/** Which day it is changes what a message says. */
const VALID_S = 43_200
const HOUR_MS = 3_600_000

/** Months and days that are today somewhere; a day in February that this year may lack comes with the one before it. */
function daysNow(now: Date): string[] {
  const days = [-12, 0, 14].map((hours) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(5, 10))
  return [...new Set([...days, ...(days.includes('02-28') ? ['02-29'] : [])])]
}

/** Counts what was noted and gives the points of it. */
export async function countPoints({ db }: PointPlatform): Promise<void> {
  const due = { read: (except: string[], limit: number) => db.acrossTenants((tx) => openDues(tx, except, limit)), limit: AT_ONCE }
  await eachDue({ ...due, idOf: ({ dueId }) => dueId }, ({ tenantId, dueId }) =>
    db.write(wholeTenant(tenantId), (tx) => countDue(tx, dueId)),
  )
}

/** Ends points whose time is over. */
export async function endPoints({ db }: PointPlatform): Promise<void> {
  const due = { read: (except: string[], limit: number) => db.acrossTenants((tx) => accountsOver(tx, except, limit)), limit: AT_ONCE }
  await eachDue({ ...due, idOf: ({ customerId }) => customerId }, ({ tenantId, customerId }) =>
    db.write(wholeTenant(tenantId), async (tx) => {
      const account = (await lockAccounts(tx, [customerId])).get(customerId)
      if (account) await endOver(tx, account, new Date())
    }),
  )
}

/** Tells customers of points that end soon, once for a day, at hours at which the city lets people be reminded; not those who refused advertising. */
export async function remindOfPoints(platform: PointPlatform): Promise<void> {
  const { db, vault } = platform
  const quiet = await quietCities(db, new Date())
  const due = { read: (except: string[], limit: number) => db.acrossTenants((tx) => endingSoon(tx, quiet, except, limit)), limit: AT_ONCE }
  const tell = (ending: Ending) =>
    db.write(wholeTenant(ending.tenantId), async (tx) => {
      const { tenantId, cityId, phone, points, endsOn } = ending
      if (await reminderHeld(tx, { tenantId, cityId, phone }, vault, new Date())) return
      const say = await wordsAt(tx, { tenantId, cityId, channelId: null }, ['POINTS_ENDING'], await customerLanguage(tx, ending))
      const refused = await refusesAdvertising(tx, vault, tenantId, phone)
      const said = refused ? null : say('POINTS_ENDING', { points: String(points), day: endsOn })
      if (!(await noteTold(tx, ending, said !== null)) || said === null) return
      await sendSms(tx, vault, {
        tenantId,
        phone,
        purpose: 'CUSTOMER_POINTS',
        ...said,
        validS: VALID_S,
        about: { event: 'POINTS_ENDING', cityId },
      })
    })
  const told = await eachDue({ ...due, idOf: ({ customerId, endsOn }) => `${customerId}/${endsOn}` }, tell)
  if (told > 0) platform.poke()
}

export const pointRounds: readonly Round[] = [
  { name: 'customer.points', everyS: 5, work: countPoints },
  { name: 'customer.pointsEnd', everyS: 60, work: endPoints },
  { name: 'customer.pointBirthdays', everyS: 900, work: ({ db }) => db.acrossTenants((tx) => noteBirthdays(tx, daysNow(new Date()))) },
  { name: 'customer.pointReminders', everyS: 900, work: remindOfPoints },
]
