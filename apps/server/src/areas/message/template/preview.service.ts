import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { filled, type MessageEvent, messageEventText, messageSamples, signOf, wayOf } from '@chauffeur/contract/message/event'
import { segmentsOf } from '@chauffeur/contract/message/segments'
import type { messageTextCalls } from '@chauffeur/contract/message/text'
import { orderMessageValues } from '#areas/order/edit'
import { textFaults, wordIn } from '../wording/index.ts'
import type { TenantDb } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import { driverValues } from './driver-values.service.ts'
import { brandOf } from './text.queries.ts'

/** What is read of a driver for a preview is for who may look at it on its own page. */
const whoMayPreview = (event: MessageEvent): readonly string[] => [
  'driver.view',
  ...(event.startsWith('APP_WITHDRAWAL') ? ['withdrawal.view'] : []),
  ...(event === 'APP_PHOTO_RETAKE' ? ['orderQuality.view'] : []),
]

/** A text as it would be read: with samples, or of a real order as the operator may see it. */
export async function previewText(
  db: TenantDb,
  { event, language = 'zh', sign, body, orderNo, driverNo }: ParsedInputOf<typeof messageTextCalls.preview>,
  {
    platform,
    operator,
    request,
    fail,
  }: {
    platform: Platform
    operator: OperatorSession
    request: { english: boolean }
    fail: Fail<(typeof messageTextCalls.preview.failures)[number]>
  },
) {
  const wrong = textFaults({ event, cityId: null, channelId: null, language, effect: 'SEND', sign: sign ?? '', body })
  const faults = wrong.filter(({ path }) => path === 'body')
  if (faults.length > 0) return fail('messageText.invalid', fieldsOf(faults, request.english))
  if (driverNo && wayOf(event) === 'APP') {
    const of = whoMayPreview(event).every((one) => operator.authorities.has(one))
      ? await driverValues(db, { driverNo, event, language })
      : undefined
    if (!of) return of === null ? fail('messageText.driverUnfit') : fail('driver.notFound')
    const told = filled('', body, of)
    return { title: wordIn(language, messageEventText[event]), text: told, ...segmentsOf(told) }
  }
  const [brand, real] = await Promise.all([
    sign || brandOf(db),
    // What an order says is for who may look at orders.
    orderNo
      ? operator.authorities.has('order.view') && orderMessageValues(db, { orderNo, event, language }, platform, operator)
      : messageSamples[language],
  ])
  if (!real) return real === null ? fail('messageText.orderUnfit') : fail('order.notFound')
  const text = filled(signOf(event, brand), body, real)
  const title = wayOf(event) === 'APP' ? wordIn(language, messageEventText[event]) : ''
  return { title, text, ...segmentsOf(text) }
}
