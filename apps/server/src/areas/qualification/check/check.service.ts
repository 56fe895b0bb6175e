import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { FACE_CONSENT, type FaceTrigger } from '@chauffeur/contract/qualification/face'
import { tellDriver } from '#areas/message/inbox'
import { cityClock } from '#areas/message/wording'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { photoFrom } from '#platform/pictures/pictures'
import type { Fail, Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { ProviderFailed } from '#platform/provider/request'
import { coversEnded, type DutyRules, dutyRules, goOffline } from '../duty/index.ts'
import { type ExamStand, examStands } from '../exam/index.ts'
import { type CheckFacts, checkFacts, holdChecks, recordCheck } from './check.queries.ts'
import {
  asksFaces,
  checkAnswer,
  type DutyChecks,
  dutyChecksOf,
  isDrawn,
  isFaceDue,
  isInsuranceDue,
  isPassed,
  lockOf,
} from './check.rules.ts'
import { noteLock } from './face-lock.queries.ts'
import { holdConsent, insertPicture } from './face-picture.queries.ts'

type CheckContext = Pick<Platform, 'db' | 'providers' | 'wakeDispatch' | 'vault'>
type FaceRefusal = 'driver.faceRequired' | 'driver.faceLocked' | 'driver.checkUnavailable'

/** Where a picture is sealed: opened elsewhere it stays shut. */
export const pictureContext = ({ tenantId, driverId, checkId }: { tenantId: string; driverId: string; checkId: string }) =>
  `face/${tenantId}/${driverId}/${checkId}`

interface Made {
  result: 'PASS' | 'FAIL' | 'ERROR'
  reason: string
  live?: boolean | null
  score_bp?: number | null
}

/** `POST {check, trigger, tenantId, driverId, driverNo, cityId, picture?}` → `{passed, reason?, live?, scoreBp?}`; a check that nobody can make is not passed. */
async function askProvider(
  { providers: { onlineCheck } }: CheckContext,
  kind: 'FACE' | 'INSURANCE',
  trigger: FaceTrigger,
  { tenantId, driverId, driverNo, cityId }: DriverSession,
  picture?: string,
): Promise<Made> {
  if (!onlineCheck) return { result: 'ERROR', reason: '' }
  try {
    const asked = { check: kind, trigger, tenantId, driverId, driverNo, cityId, ...(picture && { picture }) }
    const answer = await onlineCheck.ask(asked, checkAnswer)
    const result = isPassed(answer, picture !== undefined) ? 'PASS' : 'FAIL'
    return { result, reason: answer.reason, live: answer.live ?? null, score_bp: answer.scoreBp ?? null }
  } catch (error) {
    if (error instanceof ProviderFailed) return { result: 'ERROR', reason: '' }
    throw error
  }
}
const providerOf = ({ providers: { onlineCheck } }: CheckContext) => onlineCheck?.host ?? 'none'

/**
 * What was found is kept in a transaction of its own: it stays on record also when the driver is refused, and no row is locked while a provider
 * thinks.
 */
async function checkInsurance(platform: CheckContext, driver: DriverSession): Promise<Made> {
  const { tenantId, driverId } = driver
  const check = { kind: 'INSURANCE', trigger: 'ONLINE', provider: providerOf(platform) } as const
  const made = await askProvider(platform, check.kind, check.trigger, driver)
  await platform.db.write(wholeTenant(tenantId), (tx) => recordCheck(tx, { tenantId, driverId, ...check, ...made }))
  return made
}

/**
 * The same of a face, with until when it is shut after it. Of those asked side by side one that is passed while others have shut it already does
 * not count, or whoever asks often enough at once would be let in by one.
 */
async function checkFace(
  platform: CheckContext,
  trigger: FaceTrigger,
  driver: DriverSession,
  { rules, jpeg }: { rules: DutyRules; jpeg?: Buffer | undefined },
): Promise<Made & ReturnType<typeof lockOf>> {
  const { tenantId, driverId } = driver
  const picture = jpeg?.toString('base64')
  const asked = await askProvider(platform, 'FACE', trigger, driver, picture)
  return platform.db.write(wholeTenant(tenantId), async (tx) => {
    await holdChecks(tx, driverId)
    if (picture !== undefined) await holdConsent(tx, driverId)
    const before = await checkFacts(tx, driverId)
    const isShut = lockOf(rules, before.failed_at, before.now).until !== null
    const made: Made = isShut && asked.result === 'PASS' ? { ...asked, result: 'FAIL', reason: '锁定期间的核验不计' } : asked
    const checkId = await recordCheck(tx, { tenantId, driverId, kind: 'FACE', trigger, provider: providerOf(platform), ...made })
    // Consent that was taken back meanwhile leaves no picture behind.
    const of = { tenantId, driverId, checkId }
    if (picture !== undefined && before.consent_version !== null)
      await insertPicture(tx, of, platform.vault.seal(picture, pictureContext(of)))
    const { failed_at, now, utc_offset_minutes: offset } = await checkFacts(tx, driverId)
    const lock = lockOf(rules, failed_at, now)
    if (!isShut && lock.until !== null && (await noteLock(tx, { tenantId, driverId, until: lock.until }))) {
      const { until } = lock
      const values = (language: MessageLanguage) => ({ until: cityClock(until, offset, language) })
      await tellDriver(whole(tx), platform.vault, tenantId, { driverId, event: 'APP_FACE_LOCKED', values })
    }
    return { ...made, ...lock }
  })
}

/**
 * Asks the driver's face of whoever judges it, where it is due for one of these; while it is shut nothing is given, due or not. Who is on the
 * whitelist is not asked, and it is noted once a day.
 */
async function askFace(
  platform: CheckContext,
  driver: DriverSession,
  triggers: readonly FaceTrigger[],
  { rules, facts }: { rules: DutyRules; facts: CheckFacts },
  fail: Fail<FaceRefusal>,
): Promise<void> {
  const { tenantId, driverId } = driver
  const scope = wholeTenant(tenantId)
  if (!facts.listed) refuseLocked(rules, facts, fail)
  const days = { now: facts.now, dayStart: facts.day_start }
  const trigger = triggers.find((one) => isFaceDue(rules, one, facts.face_at, days))
  if (!trigger) return
  if (facts.listed) {
    if (facts.skipped_at && facts.skipped_at >= facts.day_start) return
    const skipped = { kind: 'FACE', trigger, result: 'SKIPPED', reason: '', provider: '' } as const
    await platform.db.write(scope, (tx) => recordCheck(tx, { tenantId, driverId, ...skipped }))
    return
  }
  // The picture comes by a call of its own, and what it passes holds when this is asked for again.
  if (rules.facePicture) {
    const { triesLeft } = lockOf(rules, facts.failed_at, facts.now)
    return fail('driver.faceRequired', { check: 'FACE', trigger, reason: '', triesLeft, picture: true })
  }
  await judgeFace(platform, driver, trigger, { rules }, fail)
}
const refuseLocked = (rules: DutyRules, { failed_at, now }: CheckFacts, fail: Fail<'driver.faceLocked'>): void => {
  const { until } = lockOf(rules, failed_at, now)
  if (until && asksFaces(rules)) fail('driver.faceLocked', { check: 'FACE', until: until.toISOString() })
}

/** Has a face judged, and says what follows where it is not passed. */
async function judgeFace(
  platform: CheckContext,
  driver: DriverSession,
  trigger: FaceTrigger,
  { rules, jpeg }: { rules: DutyRules; jpeg?: Buffer },
  fail: Fail<FaceRefusal>,
): Promise<void> {
  const { result, reason, until, triesLeft } = await checkFace(platform, trigger, driver, { rules, jpeg })
  if (result === 'ERROR') return fail('driver.checkUnavailable', { check: 'FACE', reason })
  if (result === 'PASS') return
  if (!until) return fail('driver.faceRequired', { check: 'FACE', trigger, reason, triesLeft, picture: jpeg !== undefined })
  // Who has an order in hand finishes it.
  await sendOff(platform, driver)
  return fail('driver.faceLocked', { check: 'FACE', until: until.toISOString() })
}

/** Has the picture of a driver judged who agreed to that, whether it is due or not: what is passed holds for what asks for it afterwards. */
export async function showFace(
  platform: CheckContext,
  driver: DriverSession,
  { trigger, bytes }: { trigger: FaceTrigger; bytes: Uint8Array },
  fail: Fail<FaceRefusal | 'driver.badPicture' | 'driver.faceNoConsent'>,
): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  const facts = await factsNow()
  if (facts.consent_version !== FACE_CONSENT.version) return fail('driver.faceNoConsent', { version: FACE_CONSENT.version })
  refuseLocked(rules, facts, fail)
  const photo = await photoFrom(bytes)
  if (!photo) return fail('driver.badPicture')
  await judgeFace(platform, driver, trigger, { rules, jpeg: photo.jpeg }, fail)
}

/** What the driver reads of their own face checks. */
export async function ownFace(db: TenantDb, driver: DriverSession, english: boolean) {
  const [rules, facts] = await Promise.all([dutyRules.contentFor(db, driver.cityId), checkFacts(db, driver.driverId)])
  const { until, triesLeft } = lockOf(rules, facts.failed_at, facts.now)
  return {
    picture: rules.facePicture,
    consent: {
      given: facts.consent_version === FACE_CONSENT.version,
      at: facts.consent_at?.toISOString() ?? null,
      version: FACE_CONSENT.version,
      words: english ? FACE_CONSENT.en : FACE_CONSENT.zh,
    },
    lockedUntil: (asksFaces(rules) && until?.toISOString()) || null,
    triesLeft,
  }
}

/** How the checks before duty stand for a driver, by the rules that hold them back: asks nobody. */
export async function dutyChecks(
  db: TenantDb,
  driver: { driverId: string; cityId: string },
): Promise<DutyChecks & { exams: readonly ExamStand[] }> {
  const [rules, facts] = await Promise.all([dutyRules.contentFor(db, driver.cityId), checkFacts(db, driver.driverId)])
  return { ...dutyChecksOf(rules, facts), exams: await examStands(db, rules.examGroups, driver) }
}

const known = async ({ db }: CheckContext, driver: DriverSession) => {
  const reader = db.reader(wholeTenant(driver.tenantId))
  return { rules: await dutyRules.contentFor(reader, driver.cityId), factsNow: () => checkFacts(reader, driver.driverId) }
}

/** Makes the checks that the driver's city asks for before duty and that are due: exams first, which ask nobody, then the face. */
export async function checkBeforeDuty(
  platform: CheckContext,
  driver: DriverSession,
  fail: Fail<FaceRefusal | 'driver.examRequired' | 'driver.insuranceRequired'>,
): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  const exams = await examStands(platform.db.reader(wholeTenant(driver.tenantId)), rules.examGroups, driver)
  const lacking = exams.filter(({ passed }) => !passed).map(({ exam_group_id: examGroupId, name }) => ({ examGroupId, name }))
  if (lacking.length > 0) fail('driver.examRequired', { exams: lacking })
  if (!asksFaces(rules) && !rules.insuranceRequired) return
  const facts = await factsNow()
  await askFace(platform, driver, ['ONLINE'], { rules, facts }, fail)
  if (!isInsuranceDue(rules, facts.insured_at, facts.now)) return
  const { result, reason } = await checkInsurance(platform, driver)
  if (result === 'ERROR') fail('driver.checkUnavailable', { check: 'INSURANCE', reason })
  if (result === 'FAIL') fail('driver.insuranceRequired', { check: 'INSURANCE', reason })
}

/** Whether a face that was judged meanwhile has shut it: asked while the driver's row is held, which whoever sends them home waits for. */
export async function checkStillOpen(own: TenantTx, { driverId, cityId }: DriverSession, fail: Fail<'driver.faceLocked'>): Promise<void> {
  const tx = whole(own)
  const rules = await dutyRules.contentFor(tx, cityId)
  if (!asksFaces(rules)) return
  const facts = await checkFacts(tx, driverId)
  if (!facts.listed) refuseLocked(rules, facts, fail)
}

/** Goes off duty in a transaction of its own, which stays when the driver is refused: nobody is offered orders that they may not take. */
async function sendOff({ db, wakeDispatch }: CheckContext, driver: DriverSession): Promise<void> {
  if (await db.write(wholeTenant(driver.tenantId), (tx) => goOffline(tx, driver))) wakeDispatch(driver.cityId)
}

/**
 * Before a driver takes an order: that the cover their city asks for has not ended since they went on duty, as it may have on the trip before; and
 * their face, for the first order of their day or one that was drawn.
 */
export async function checkBeforeOrder(
  platform: CheckContext,
  driver: DriverSession,
  offerId: string,
  fail: Fail<FaceRefusal | 'driver.policyEnded'>,
): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  if (rules.policies.length > 0) {
    const products = await coversEnded(platform.db.reader(wholeTenant(driver.tenantId)), driver.driverId, rules.policies)
    if (products.length > 0) {
      await sendOff(platform, driver)
      return fail('driver.policyEnded', { products })
    }
  }
  const drawn = isDrawn(platform.vault.fingerprint(offerId, 'face-check'), rules.faceRandomPercent)
  if (!rules.faceFirstOrder && !drawn) return
  await askFace(platform, driver, drawn ? ['FIRST_ORDER_DAY', 'RANDOM'] : ['FIRST_ORDER_DAY'], { rules, facts: await factsNow() }, fail)
}

/** Before money leaves a driver's wallet. */
export async function checkBeforePayout(platform: CheckContext, driver: DriverSession, fail: Fail<FaceRefusal>): Promise<void> {
  const { rules, factsNow } = await known(platform, driver)
  if (rules.facePayout) await askFace(platform, driver, ['BEFORE_PAYOUT'], { rules, facts: await factsNow() }, fail)
}
