import { levelName } from '@chauffeur/contract/driver/level-model'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { type MessageEvent, messageEvents, messageSamples, type MessageValues } from '@chauffeur/contract/message/event'
import { insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { orderFileKindText, photoReasonText } from '@chauffeur/contract/quality/photo-model'
import { driverLevels, levelOf } from '#areas/driver/standing'
import { cityClock, wordIn } from '../wording/index.ts'
import type { TenantDb } from '#platform/database/db'
import { driverFacts } from './driver-values.queries.ts'

/**
 * What a message in the app would be said with of a real driver, by what is newest of it: undefined where the driver is not in sight, null where
 * nothing is there that it could tell of. What nobody has decided yet (a reason, the name of an exam) stays a sample.
 */
export async function driverValues(
  db: TenantDb,
  { driverNo, event, language }: { driverNo: string; event: MessageEvent; language: MessageLanguage },
): Promise<MessageValues | null | undefined> {
  const facts = await driverFacts(db, driverNo)
  if (!facts) return undefined
  const daysOf = (days: number | null) => (days === null ? null : String(Math.max(0, days)))
  const yuan = (fen: number | null) => (fen === null ? null : (fen / 100).toFixed(2))
  const { levels } = await driverLevels.contentFor(db, facts.city_id)
  const level = levelName(levelOf(facts.level, levels).name, language === 'en')
  const isClaim = event.startsWith('APP_CLAIM')
  const until = event === 'APP_FACE_LOCKED' ? facts.locked_until : facts.retake_until
  const samples = messageSamples[language]
  const real: Record<string, string | null> = {
    orderTail: facts.order_no?.slice(-6) ?? null,
    ...{ level, paper: samples.paper, day: facts.day, days: daysOf(facts.days) },
    amount: yuan(isClaim ? facts.claim_fen : facts.paid_fen),
    policyNo: facts.policy_no,
    photo: facts.photo && wordIn(language, orderFileKindText[facts.photo]),
    until: until && cityClock(until, facts.utc_offset_minutes, language),
    ...(event === 'APP_PHOTO_RETAKE' && { reason: facts.photo_reason && wordIn(language, photoReasonText[facts.photo_reason]) }),
    ...(event === 'APP_SUSPENDED' && { reason: facts.disabled_reason || null }),
    ...(event.startsWith('APP_INSURANCE') && {
      paper: facts.product && wordIn(language, insuranceProductText[facts.product]),
      day: facts.ends_on,
      days: daysOf(facts.ends_in),
    }),
  }
  const { variables, needs } = messageEvents[event]
  if (needs.some((name) => real[name] === null)) return null
  return Object.fromEntries(variables.map((name) => [name, real[name] ?? samples[name]]))
}
