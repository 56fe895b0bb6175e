import type { MessageEvent } from '@chauffeur/contract/message/event'
import { reminderHeld } from '#areas/message/limit'
import { wordsAt } from '#areas/message/wording'
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
/** Once, by a message in the words of the driver's city; none where they were switched off there, which is noted too. */
export async function tell(
  tx: TenantTx,
  { vault }: TellPlatform,
  { tenantId, driverId, cityId, phone, paper, day }: Of,
  event: MessageEvent,
  { daysBefore, ...values }: { daysBefore: number; days?: string },
): Promise<void> {
  const said = (await wordsAt(tx, { tenantId, cityId, channelId: null }, [event]))(event, { ...values, paper: paperNames[paper].zh, day })
  if (!(await notePaper(tx, { tenantId, driverId, paper, day, daysBefore, sent: said !== null })) || said === null) return
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
