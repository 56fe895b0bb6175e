import { ProviderFailed } from '../provider/request.ts'
import type { Platform } from '../http/implement.ts'
import { openPhone } from '../provider/sms.ts'
import { nextAskS } from './ask.rules.ts'
import { attemptTaken } from './attempt.queries.ts'
import { ANSWER_MS, REPORT_WITHIN_S } from './lanes.ts'
import { askAgain, attemptNeverCame, attemptReported, attemptsToAsk, endAsking, type OpenAttempt } from './report.queries.ts'
import type { SmsService } from './services.ts'
import { type Told, unclear } from './wire/transport.ts'

/** What a provider says of an attempt moves it on, once however often it is said. */
export async function heard(platform: Platform, attempt: OpenAttempt, service: SmsService | undefined, told: Told): Promise<void> {
  const { db } = platform
  if (told.state === 'UNCLEAR') return
  if (told.state === 'NONE') return void (await attemptNeverCame(db, attempt))
  await attemptTaken(db, attempt, {
    bizId: told.bizId || attempt.biz_id,
    segments: told.segments ?? attempt.segments,
    priceX100: service?.priceX100 ?? null,
    phoneSealed: attempt.phone_sealed,
    askInS: nextAskS('TAKEN', attempt.asks, attempt.since_s) ?? REPORT_WITHIN_S,
  })
  if (told.state !== 'TAKEN') await attemptReported(db, attempt, { ...told, state: told.state })
}

const AT_ONCE = 20

/** Asks providers about attempts that were not answered, and about what they took and nobody reported. */
export async function askAround(platform: Platform): Promise<number> {
  const { db } = platform
  const due = await attemptsToAsk(db, AT_ONCE)
  await Promise.all(
    due.map(async (attempt) => {
      const known = attempt.outcome === 'TAKEN' ? 'TAKEN' : 'UNSURE'
      const inS = nextAskS(known, attempt.asks, attempt.since_s)
      if (inS === null) return endAsking(db, attempt)
      const service = await serviceOf(platform, attempt)
      const told = await askOne(platform, attempt, service)
      await askAgain(db, attempt, service?.transport.ask ? inS : Math.max(60, REPORT_WITHIN_S - attempt.since_s))
      await heard(platform, attempt, service, told)
    }),
  )
  return due.length
}

const serviceOf = async ({ sms }: Platform, { tenant_id, service_id }: OpenAttempt): Promise<SmsService | undefined> =>
  service_id === null ? (sms.installed ?? undefined) : (await sms.of(tenant_id)).find(({ serviceId }) => serviceId === service_id)

async function askOne(platform: Platform, attempt: OpenAttempt, service: SmsService | undefined): Promise<Told> {
  const { tenant_id: tenantId, sms_id: smsId, number, biz_id: bizId, began_at: beganAt, lane, phone_sealed: sealed } = attempt
  const ask = service?.transport.ask
  if (!service || !ask || sealed === null) return unclear
  try {
    const phone = openPhone(platform.vault, tenantId, sealed)
    const question = { phone, outId: `${tenantId}-${smsId}-${number}`, messageId: `${tenantId}-${smsId}`, bizId, beganAt }
    return await service.asking[lane].run(() => ask(question, ANSWER_MS))
  } catch (error) {
    // Logged where it failed; it is asked again.
    if (error instanceof ProviderFailed) return unclear
    throw error
  }
}
