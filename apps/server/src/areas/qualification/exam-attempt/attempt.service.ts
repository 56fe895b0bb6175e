import type { AttemptState } from '@chauffeur/contract/qualification/exam-model'
import type { OwnAttempt, OwnExam } from '@chauffeur/contract/qualification/exam-attempt'
import { tellDriver } from '#areas/message/inbox'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Vault } from '#platform/identity/vault'
import { wholeTenant } from '#platform/database/scope'
import type { Audit, Fail, Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { dutyRules } from '../duty/index.ts'
import { type ExamRow, exams, examStands } from '../exam/index.ts'
import {
  answersOf,
  type AttemptDb,
  attemptsDue,
  cityOfDriver,
  endAttempt,
  holdAttempts,
  insertAttempt,
  listedAttempt,
  lockAttempt,
  noteReading,
  openAttempt,
  ownFacts,
  setAnswer,
} from './attempt.queries.ts'
import { answeredView, mayChoose, resultOf } from './attempt.rules.ts'
import { sectionMark } from './section-mark.ts'

/** What every attempt says of itself, to its driver and to operators. */
export const attemptView = (row: AttemptDb) => ({
  examAttemptId: row.exam_attempt_id,
  examGroupId: row.exam_group_id,
  groupName: row.group_name,
  state: row.state as AttemptState,
  startedAt: row.started_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  submittedAt: row.submitted_at?.toISOString() ?? null,
  byTime: row.by_time,
  score: row.score,
  fullScore: row.full_score,
  passPercent: row.pass_percent,
  validUntil: row.valid_until?.toISOString() ?? null,
})
const secondsLeft = ({ state, ends_at, now }: AttemptDb) =>
  state === 'OPEN' ? Math.max(0, Math.ceil((ends_at.getTime() - now.getTime()) / 1_000)) : 0

async function ownView(db: TenantDb, row: AttemptDb, english: boolean): Promise<OwnAttempt> {
  const questions = await answersOf(db, row.exam_attempt_id)
  const over = row.state !== 'OPEN'
  return { ...attemptView(row), secondsLeft: secondsLeft(row), questions: questions.map((one) => answeredView(one, { over, english })) }
}

/** Published, and held in the city of a driver. */
const examsFor = (db: TenantDb, cityId: string): Promise<ExamRow[]> =>
  exams.present(db).then((all) => all.filter(({ published, cityIds }) => published && (cityIds.length === 0 || cityIds.includes(cityId))))
const examFor = async (db: TenantDb, cityId: string, examGroupId: string, fail: Fail<'exam.notOpen'>): Promise<ExamRow> =>
  (await examsFor(db, cityId)).find(({ id }) => id === examGroupId) ?? fail('exam.notOpen')

/** What a driver can take, what of it they have to, and how they stand. */
export async function ownExams(db: TenantDb, driver: DriverSession): Promise<OwnExam[]> {
  const [open, rules] = await Promise.all([examsFor(db, driver.cityId), dutyRules.contentFor(db, driver.cityId)])
  const facts = await ownFacts(
    db,
    driver,
    open.map(({ id }) => id),
  )
  return open.map((exam) => {
    const of = facts.get(exam.id)!
    return {
      examGroupId: exam.id,
      name: exam.name,
      passPercent: exam.passPercent,
      drawn: exam.drawn,
      minutes: exam.minutes,
      attemptsADay: exam.attemptsADay,
      triesLeft: Math.max(0, exam.attemptsADay - of.today),
      asked: rules.examGroups.includes(exam.id),
      passed: of.passed,
      validUntil: of.valid_until?.toISOString() ?? null,
      sections: exam.sections.map((section) => {
        const mark = sectionMark(section)
        return { mark, ...section, read: of.marks.includes(mark) }
      }),
      openAttemptId: of.open_id,
      lastAttemptId: of.last_id,
    }
  })
}

export async function readSection(
  tx: TenantTx,
  driver: DriverSession,
  { examGroupId, mark }: { examGroupId: string; mark: string },
  fail: Fail<'exam.notOpen' | 'exam.otherMaterial'>,
) {
  const exam = await examFor(tx, driver.cityId, examGroupId, fail)
  if (!exam.sections.some((section) => sectionMark(section) === mark)) return fail('exam.otherMaterial')
  await noteReading(tx, driver, examGroupId, mark)
  return {}
}

interface Asked<F extends string> {
  english: boolean
  vault: Vault
  fail: Fail<F>
  audit: (entry: Audit) => void
}

/** Begins an exam, or goes on with the one that is begun: of two who begin at once both get the same. */
export async function startExam(
  tx: TenantTx,
  driver: DriverSession,
  examGroupId: string,
  { english, vault, fail, audit }: Asked<'exam.notOpen' | 'exam.unread' | 'exam.noTriesLeft'>,
): Promise<OwnAttempt> {
  await holdAttempts(tx, driver.driverId)
  const exam = await examFor(tx, driver.cityId, examGroupId, fail)
  const open = await openAttempt(tx, driver.driverId, examGroupId)
  const begun = open && (await lockAttempt(tx, open.exam_attempt_id))
  if (begun && secondsLeft(begun) > 0) return ownView(tx, begun, english)
  // It may have been handed in, or counted, while this waited for it.
  if (begun?.state === 'OPEN') await closeAttempt(tx, begun, vault)
  const of = (await ownFacts(tx, driver, [examGroupId])).get(examGroupId)!
  const unread = exam.sections.filter((section) => !of.marks.includes(sectionMark(section)))
  if (unread.length > 0) return fail('exam.unread', { titles: unread.map(({ title }) => title) })
  if (of.today >= exam.attemptsADay) return fail('exam.noTriesLeft', { attemptsADay: exam.attemptsADay })
  const id = (await insertAttempt(tx, driver, exam)) ?? fail('exam.notOpen')
  audit({ object: 'examAttempt', objectId: id })
  return ownView(tx, (await listedAttempt(tx, id))!, english)
}

/** One's own, else none. */
const own = <A extends AttemptDb>(driver: DriverSession, row: A | undefined, fail: Fail<'exam.attemptNotFound'>): A =>
  row?.driver_id === driver.driverId ? row : fail('exam.attemptNotFound')

export const ownAttempt = async (
  db: TenantDb,
  driver: DriverSession,
  id: string,
  { english, fail }: { english: boolean; fail: Fail<'exam.attemptNotFound'> },
): Promise<OwnAttempt> => ownView(db, own(driver, await listedAttempt(db, id), fail), english)

/** Kept until it is handed in or its time is over: what comes later is refused. */
export async function saveAnswer(
  tx: TenantTx,
  driver: DriverSession,
  { examAttemptId, position, chosen }: { examAttemptId: string; position: number; chosen: readonly number[] },
  fail: Fail<'exam.attemptNotFound' | 'exam.over' | 'exam.answerInvalid'>,
) {
  const row = own(driver, await lockAttempt(tx, examAttemptId), fail)
  if (secondsLeft(row) === 0) return fail('exam.over')
  const question = (await answersOf(tx, examAttemptId)).find((one) => one.position === position)
  if (!question || !mayChoose(question, chosen)) return fail('exam.answerInvalid')
  await setAnswer(tx, examAttemptId, position, chosen)
  return { secondsLeft: secondsLeft(row) }
}

/** Counts what was answered. The row is held. Who has now passed all that their city asks of them is told so. */
async function closeAttempt(tx: TenantTx, row: AttemptDb, vault: Vault): Promise<void> {
  const { tenant_id: tenantId, driver_id: driverId } = row
  const asked = async () => {
    const cityId = await cityOfDriver(tx, driverId)
    return examStands(tx, (await dutyRules.contentFor(tx, cityId)).examGroups, { driverId, cityId })
  }
  const before = await asked()
  const result = resultOf(await answersOf(tx, row.exam_attempt_id), row.pass_percent)
  await endAttempt(tx, row, { ...result, byTime: secondsLeft(row) === 0 })
  if (before.every(({ passed }) => passed) || (await asked()).some(({ passed }) => !passed)) return
  await tellDriver(whole(tx), vault, tenantId, { driverId, event: 'APP_EXAM_PASSED', values: { exam: row.group_name } })
}

/** Handed in once; sent again, also side by side, it answers what came of it. */
export async function submitExam(
  tx: TenantTx,
  driver: DriverSession,
  id: string,
  { english, vault, fail, audit }: Asked<'exam.attemptNotFound'>,
): Promise<OwnAttempt> {
  const row = own(driver, await lockAttempt(tx, id), fail)
  if (row.state !== 'OPEN') return ownView(tx, row, english)
  await closeAttempt(tx, row, vault)
  const after = await ownView(tx, (await listedAttempt(tx, id))!, english)
  audit({ object: 'examAttempt', objectId: id, after: { state: after.state, score: after.score, fullScore: after.fullScore } })
  return after
}

const AT_ONCE = 100
/** Counts attempts whose time is over as they stand. Several processes may do so at once. */
export async function endOverdue({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<void> {
  const read = (except: string[], limit: number) => db.acrossTenants((tx) => attemptsDue(tx, except, limit))
  await eachDue({ read, idOf: ({ exam_attempt_id }) => exam_attempt_id, limit: AT_ONCE }, ({ tenant_id, exam_attempt_id }) =>
    db.write(wholeTenant(tenant_id), async (tx) => {
      const row = await lockAttempt(tx, exam_attempt_id)
      if (row?.state === 'OPEN' && secondsLeft(row) === 0) await closeAttempt(tx, row, vault)
    }),
  )
}
export const examRound: Round = { name: 'qualification.exams', everyS: 60, work: endOverdue }
