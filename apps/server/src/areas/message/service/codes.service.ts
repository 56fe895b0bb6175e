import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { filled, messageEvent, messageEvents, messageSamples, variablesIn } from '@chauffeur/contract/message/event'
import type { SmsProvider } from '@chauffeur/contract/message/sending'
import type { smsServiceCalls } from '@chauffeur/contract/message/service'
import { seesEveryCity } from '#platform/database/scope'
import type { WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { maskPhone } from '#platform/identity/mask'
import { ProviderFailed } from '#platform/provider/request'
import { ANSWER_MS } from '#platform/sending/lanes'
import { reasonOf } from '#platform/sending/wire/transport'
import { codesOf, deleteCodeRow, findSmsService, saveCodeRow } from './service.queries.ts'
import { codeView } from './service.view.ts'

type Calls = typeof smsServiceCalls

/** Under which code a provider has a text; every variable of the text has to be among its own. */
export async function saveCode(
  input: ParsedInputOf<Calls['saveCode']>,
  { tx, operator, scope, audit, fail, english }: WriteContext<Calls['saveCode']['failures'][number]> & { english: boolean },
) {
  const { smsServiceId: serviceId, textId, version, code, params, signName } = input
  if (!seesEveryCity(scope)) return fail('smsService.wholeTenantOnly')
  const service = (await findSmsService(tx, serviceId)) ?? fail('smsService.notFound')
  const [before] = await codesOf(tx, serviceId, textId)
  if (!before) return fail('messageText.notFound')
  const provider = service.provider as SmsProvider
  const conflict = () => fail('smsService.versionConflict', { current: codeView(provider, before) })
  if (before.version !== version) return conflict()
  const known = messageEvents[messageEvent.parse(before.event)].variables as readonly string[]
  const ours = params.map((one) => one.split('=')[0]!)
  const unknown = ours.find((name) => !known.includes(name))
  const missing = variablesIn(before.body).find((name) => !ours.includes(name))
  if (code && (unknown ?? missing)) {
    const fault = unknown
      ? { path: 'params', zh: `该事件没有变量 ${unknown}`, en: `This event has no variable ${unknown}` }
      : { path: 'params', zh: `缺少模板里的变量 ${missing}`, en: `The text’s variable ${missing} is missing` }
    return fail('smsService.invalid', fieldsOf([fault], english))
  }
  if (code) {
    const saved = await saveCodeRow(
      tx,
      { tenantId: operator.tenantId, serviceId, textId, version },
      { code, params, signName: signName ?? '', byName: operator.realName },
    )
    if (saved.rows.length === 0) return conflict()
  } else if (version > 0 && !(await deleteCodeRow(tx, serviceId, textId, version))) return conflict()
  const [after] = await codesOf(tx, serviceId, textId)
  const audited = ({ code: is, params: of, sign_name }: typeof before) => ({ textId, code: is, params: of, signName: sign_name })
  audit({ object: 'smsService', objectId: serviceId, before: audited(before), after: audited(after!) })
  return codeView(provider, after!)
}

/** One text with samples, by this provider alone, at once: what it says to that is shown to whoever tries. */
export async function tryOut(
  input: ParsedInputOf<Calls['tryOut']>,
  { tx, operator, scope, platform, audit, fail }: WriteContext<Calls['tryOut']['failures'][number]>,
) {
  const { smsServiceId: serviceId, phone, textId } = input
  if (!seesEveryCity(scope)) return fail('smsService.wholeTenantOnly')
  const row = (await findSmsService(tx, serviceId)) ?? fail('smsService.notFound')
  const [text] = await codesOf(tx, serviceId, textId)
  if (!text) return fail('messageText.notFound')
  const { transport, asking } = platform.sms.asked(row)
  const template = text.code ? { code: text.code, params: text.params ?? [], sign: text.sign_name } : null
  if (transport.needsTemplate && !template) return fail('smsService.noCode')
  const values = messageSamples[text.language]
  const body = filled(text.sign, text.body, values)
  audit({ object: 'smsService', objectId: serviceId, after: { tried: maskPhone(phone), event: text.event } })
  const began = performance.now()
  const id = `try-${operator.tenantId}-${serviceId}-${Date.now()}`
  const done = (of: { taken: boolean; bizId?: string; reason?: ReturnType<typeof reasonOf>; code?: string }) => ({
    taken: of.taken,
    tookMs: Math.round(performance.now() - began),
    bizId: of.bizId ?? '',
    reason: of.reason ?? null,
    code: of.code ?? '',
    text: body,
  })
  try {
    const outgoing = { outId: id, messageId: id, purpose: 'TRY', phone, body, values, template }
    const { bizId } = await asking.codes.run(() => transport.send(outgoing, ANSWER_MS))
    return done({ taken: true, bizId })
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    return done({ taken: false, reason: reasonOf(error), code: error.reason === undefined ? error.message : (error.code ?? '') })
  }
}
