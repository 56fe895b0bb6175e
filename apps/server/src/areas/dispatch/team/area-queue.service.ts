import type { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { dispatchTeamsCalls, QueueLeave } from '@chauffeur/contract/dispatch/team'
import type { AnswerOf, OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { WorkStatus } from '@chauffeur/contract/order/model'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { ageSOf, type Fix, freshnessOf, metresBetween, type Positions } from '#platform/live/positions'
import { wholeTenant } from '#platform/database/scope'
import { boxOf, holds } from '#platform/values/geometry'
import type { DriverSession, OperatorSession } from '#platform/identity/session'
import {
  changeQueue,
  closeQueue,
  enterQueue,
  type KeptDriver,
  keptDrivers,
  lockQueue,
  lockStanding,
  orderQueue,
  ownPlace,
  type QueueChanges,
  queueOfDriver,
  type QueueTeam,
  removeFromQueue,
  standingIn,
} from './area-queue.queries.ts'
import { inOrderOfEntry, isBarLifted, judgeStanding, mayEnter, movedTo, type QueueDriver, type Watched } from './area-queue.rules.ts'
import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { driversByNo, findTeam, type QueueRow } from './team.queries.ts'
import { isThere } from './team.rules.ts'

/** Drivers looked at within an area at a time; the others have their turn when these have come in. */
const MOST_INSIDE = 300

/** What a process remembers of a queue it keeps, by entry. */
export type QueueWatch = ReadonlyMap<string, Watched>

/**
 * Brings a queue up to date with where its drivers are: who went goes, who came stands at its end. All that counts is in the database, and
 * one transaction writes what changed; a position alone writes nothing. Gives what is to be remembered until the next look.
 */
export async function keepQueue(platform: Platform, team: QueueTeam, watch: QueueWatch, heardSince: number): Promise<QueueWatch> {
  const { tenantId, teamId } = team
  const scope = wholeTenant(tenantId)
  const now = Date.now()
  if (!team.enabled || !isThere(team, now, team.utcOffsetMinutes)) {
    if (team.occupied) await platform.db.write(scope, (tx) => closeQueue(tx, teamId))
    return new Map()
  }
  const inside = await driversInside(platform.positions, team, now)
  const kept = await keptDrivers(platform.db.reader(scope), teamId, inside)
  const leave: { entryId: string; reason: QueueLeave }[] = []
  const arrived: string[] = []
  const free: string[] = []
  const coming: QueueDriver[] = []
  const remembered = new Map<string, Watched>()
  for (const row of kept) {
    const driver = seenIn(platform.positions, team, row, { now, heardSince })
    if (row.teamId === teamId && row.entryId) {
      const judged = judgeStanding(driver, { awaited: row.awaited ?? false, watched: watch.get(row.entryId) })
      if ('leave' in judged) leave.push({ entryId: row.entryId, reason: judged.leave })
      else {
        remembered.set(row.entryId, judged.watched)
        if (judged.arrived) arrived.push(row.entryId)
      }
    } else if (row.barredEntryId) {
      if (isBarLifted(driver)) free.push(row.barredEntryId)
    } else if (row.teamId === null && mayEnter(driver)) coming.push(driver)
  }
  const changes: QueueChanges = { leave, arrived, free }
  if (!leave.length && !arrived.length && !free.length && !coming.length) return remembered
  await platform.db.write(scope, async (tx) => {
    await lockQueue(tx, teamId)
    const driverIds = inOrderOfEntry(coming).map(({ driverId }) => driverId)
    if (driverIds.length) await enterQueue(tx, { tenantId, teamId, driverIds })
    await changeQueue(tx, changes)
  })
  return remembered
}

/** Drivers of the city seen in the area a moment ago, those nearest its middle first. */
async function driversInside(positions: Positions, { tenantId, cityId, fence }: QueueTeam, now: number): Promise<string[]> {
  const { minLat, maxLat, minLng, maxLng } = boxOf(fence)
  const [lat, lng] = [(minLat + maxLat) / 2, (minLng + maxLng) / 2]
  const near = await positions.nearest(
    tenantId,
    lat,
    lng,
    metresBetween(lat, lng, maxLat, maxLng) + 1,
    MOST_INSIDE,
    (fix) => fix.cityId === cityId && freshnessOf(ageSOf(fix.receivedAt, now)) === 'FRESH' && holds(fence, fix),
  )
  return near.map(({ fix }) => fix.driverId)
}

const fixIn = (positions: Positions, tenantId: string, driverId: string): Fix | null => {
  const fix = positions.get(driverId)
  return fix?.tenantId === tenantId ? fix : null
}
function seenIn(
  positions: Positions,
  { tenantId, fence }: QueueTeam,
  { driverId, workStatus, qualification, member, idleSince }: KeptDriver,
  { now, heardSince }: { now: number; heardSince: number },
): QueueDriver {
  const fix = fixIn(positions, tenantId, driverId)
  return {
    driverId,
    workStatus,
    qualification,
    member,
    idleSince: idleSince?.getTime() ?? null,
    fix: fix && { inside: holds(fence, fix), receivedAt: fix.receivedAt, freshness: freshnessOf(ageSOf(fix.receivedAt, now)) },
    // Nobody is silent because nobody listened.
    heard: freshnessOf(ageSOf(Math.max(fix?.receivedAt ?? 0, heardSince), now)),
  }
}

type FailQueue<R extends string = never> = Fail<`dispatchTeams.${R | 'notFound' | 'notAQueue'}`>

/** A queue within the operator's sight. */
export async function findQueue(db: TenantDb, teamId: string, fail: FailQueue): Promise<QueueRow> {
  const team = (await findTeam(db, teamId)) ?? fail('dispatchTeams.notFound')
  const { type, fence } = team
  return type === 'POI_QUEUE' && fence ? { ...team, fence } : fail('dispatchTeams.notAQueue')
}
const isOpen = (team: QueueRow): boolean => team.enabled && isThere(team, Date.now(), team.utcOffsetMinutes)

/** The queue as an operator sees it: each driver in sight with where they are now. */
export async function queueView(
  db: TenantDb,
  { platform: { positions }, operator }: { platform: Platform; operator: OperatorSession },
  teamId: string,
  fail: FailQueue,
): Promise<OutputOf<typeof dispatchTeamsCalls.queue>> {
  const team = await findQueue(db, teamId, fail)
  const now = Date.now()
  const { waiting, rows } = await standingIn(db, teamId)
  return {
    open: isOpen(team),
    waiting,
    rows: rows.map((row) => {
      const fix = fixIn(positions, operator.tenantId, row.driverId)
      const ageS = fix && ageSOf(fix.receivedAt, now)
      return {
        ...row,
        enteredAt: row.enteredAt.toISOString(),
        movedAt: row.movedAt?.toISOString() ?? null,
        workStatus: row.workStatus as WorkStatus,
        inside: fix && holds(team.fence, fix),
        ageS,
        freshness: ageS === null ? null : freshnessOf(ageS),
      }
    }),
  }
}

/** What the operation log keeps of a change to a queue. */
export interface QueueChange {
  name: string
  driverNo: string
  was: number | null
  place: number | null
}
type QueuePlace = QueueChange & { place: number }

export async function putInQueue(
  tx: TenantTx,
  { platform, operator }: { platform: Platform; operator: OperatorSession },
  { teamId, driverNo, note = '' }: ParsedInputOf<typeof dispatchTeamsCalls.putInQueue>,
  fail: FailQueue<'queueClosed' | 'driversUnknown' | 'notMember' | 'notIdle' | 'inQueue'>,
): Promise<QueuePlace> {
  const team = await findQueue(tx, teamId, fail)
  if (!isOpen(team)) return fail('dispatchTeams.queueClosed')
  const [driver] = await driversByNo(tx, team.cityId, [driverNo])
  if (!driver) return fail('dispatchTeams.driversUnknown', { unknown: [driverNo] })
  const queued = await queueOfDriver(tx, driver.driver_id)
  if (queued) return fail('dispatchTeams.inQueue', { teamName: queued.name })
  const kept = (await keptDrivers(tx, teamId, [driver.driver_id])).find(({ driverId }) => driverId === driver.driver_id)
  if (!kept?.member) return fail('dispatchTeams.notMember')
  if (kept.workStatus !== 'ONLINE_IDLE' || kept.qualification !== QUALIFIED) return fail('dispatchTeams.notIdle')
  const fix = fixIn(platform.positions, operator.tenantId, driver.driver_id)
  const awaited = !fix || !holds(team.fence, fix)
  await lockQueue(tx, teamId)
  const entered = await enterQueue(
    tx,
    { tenantId: operator.tenantId, teamId, driverIds: [driver.driver_id] },
    { userId: operator.userId, name: operator.realName, note, awaited },
  )
  if (!entered.length) return fail('dispatchTeams.inQueue', { teamName: team.name })
  const place = (await lockStanding(tx, teamId)).indexOf(driver.driver_id) + 1
  return { name: team.name, driverNo, was: null, place }
}

/** A driver within the operator's sight, by the id on the screen. */
const driverNoOf = async (db: TenantDb, driverId: string): Promise<string | undefined> =>
  (await db.selectFrom('drivers').select('driver_no').where('driver_id', '=', driverId).executeTakeFirst())?.driver_no

export async function moveInQueue(
  tx: TenantTx,
  { teamId, driverId, seenAt, place, note = '' }: ParsedInputOf<typeof dispatchTeamsCalls.moveInQueue>,
  fail: FailQueue<'notInQueue' | 'queueMoved'>,
): Promise<QueuePlace> {
  const team = await findQueue(tx, teamId, fail)
  const driverNo = await driverNoOf(tx, driverId)
  const standing = await lockStanding(tx, teamId)
  const was = standing.indexOf(driverId) + 1
  if (!driverNo || was === 0) return fail('dispatchTeams.notInQueue')
  if (was !== seenAt) return fail('dispatchTeams.queueMoved', { place: was })
  const moved = movedTo(standing, driverId, place)
  await orderQueue(tx, teamId, moved, { driverId, note })
  return { name: team.name, driverNo, was, place: moved.indexOf(driverId) + 1 }
}

export async function removeDriver(
  tx: TenantTx,
  operator: OperatorSession,
  { teamId, driverId, reason }: ParsedInputOf<typeof dispatchTeamsCalls.removeFromQueue>,
  fail: FailQueue<'notInQueue'>,
): Promise<QueueChange> {
  const team = await findQueue(tx, teamId, fail)
  const driverNo = await driverNoOf(tx, driverId)
  const was = (await lockStanding(tx, teamId)).indexOf(driverId) + 1
  if (!driverNo || !(await removeFromQueue(tx, teamId, driverId, { name: operator.realName, reason })))
    return fail('dispatchTeams.notInQueue')
  return { name: team.name, driverNo, was, place: null }
}

/** Minutes for which a driver is told how they came out of a queue. */
const TOLD_MINUTES = 10
export async function ownQueue(db: TenantDb, { driverId }: DriverSession): Promise<AnswerOf<typeof dispatchCalls.queue>> {
  const { queue, left } = await ownPlace(db, driverId, TOLD_MINUTES)
  return {
    queue: queue && { ...queue, enteredAt: queue.enteredAt.toISOString(), movedAt: queue.movedAt?.toISOString() ?? null },
    left: left && { ...left, at: left.at.toISOString(), reason: left.reason as QueueLeave },
  }
}
