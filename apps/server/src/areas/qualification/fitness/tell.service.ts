import type { MessageEvent } from '@chauffeur/contract/message/event'
import { tellDriver } from '#areas/message/inbox'
import { reminderHeld } from '#areas/message/limit'
import { driverLanguage, wordsAt } from '#areas/message/wording'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import type { Platform } from '#platform/http/implement'
import { sendSms } from '#platform/provider/sms'
import { paperNames, type Told } from './fitness.rules.ts'
import { type DuePaper, notePaper } from './papers.queries.ts'

export type TellPlatform = Pick<Platform, 'vault'>
/** Which day it is changes what a message says. */
const VALID_S = 43_200

interface Of {
  tenantId: string
  driverId: string
  cityId: string
  phone: string
  paper: Told['paper']
  /** Its last. */
  day: string
}
const APP = {
  DRIVER_PAPER_DUE: 'APP_PAPER_DUE',
  DRIVER_PAPER_OVER: 'APP_PAPER_OVER',
  DRIVER_INSURANCE_DUE: 'APP_INSURANCE_DUE',
  DRIVER_INSURANCE_OVER: 'APP_INSURANCE_OVER',
} as const satisfies Partial<Record<MessageEvent, MessageEvent>>
/** Once, by a text message and in the driver's app, in the words of the driver's city and language; where either was switched off there the other is said alone. */
export async function tell(
  tx: TenantTx,
  { vault }: TellPlatform,
  { tenantId, driverId, cityId, phone, paper, day }: Of,
  event: keyof typeof APP,
  { daysBefore, ...values }: { daysBefore: number; days?: string },
): Promise<void> {
  const filling = (read: MessageLanguage) => ({ ...values, paper: paperNames[paper][read], day })
  const language = await driverLanguage(tx, tenantId, driverId)
  const said = (await wordsAt(tx, { tenantId, cityId, channelId: null }, [event], language))(event, filling)
  if (!(await notePaper(tx, { tenantId, driverId, paper, day, daysBefore, sent: said !== null }))) return
  await tellDriver(whole(tx), vault, tenantId, { driverId, event: APP[event], values: filling })
  if (said === null) return
  await sendSms(tx, vault, { tenantId, phone, purpose: 'DRIVER_PAPER', ...said, validS: VALID_S, about: { event, cityId } })
}

/** Once so many days before, at hours at which the city lets people be reminded. */
export const remind = (platform: TellPlatform & Pick<Platform, 'db'>, due: DuePaper, event: 'DRIVER_PAPER_DUE' | 'DRIVER_INSURANCE_DUE') =>
  platform.db.write(wholeTenant(due.tenant_id), async (tx) => {
    const { tenant_id: tenantId, driver_id: driverId, city_id: cityId, phone, paper, expires_on: day } = due
    if (await reminderHeld(whole(tx), { tenantId, cityId, phone }, platform.vault, new Date())) return
    const left = { daysBefore: due.days_before, days: String(due.days_left) }
    await tell(tx, platform, { tenantId, driverId, cityId, phone, paper, day }, event, left)
  })
