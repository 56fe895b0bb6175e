import { randomBytes } from 'node:crypto'
import type { NumberFailure } from '@chauffeur/contract/call-centre/number-provider'
import * as z from 'zod'
import { type Provider, type ProviderLog, providerOf, queryText } from '#platform/provider/provider'
import { publicFetch } from '#platform/provider/public-fetch'
import { type FailureKind, openFile, type Verdict } from '#platform/provider/request'
import type { BoundPair, NumberPairs } from './number-pairs.ts'
import { sign } from './signature.ts'

export interface HuaweiSettings {
  url: string
  appKey: string
  secret: string
  recordTone: string
  records: boolean
}

const PAIRS = '/rest/caas/relationnumber/partners/v1.0'
const RECORDINGS = '/rest/provision/voice/record/v1.0'
const TIMEOUT_MS = 5_000
const FETCH_MS = 20_000
/** Of one number the provider shows so many at a time. */
const PAGE = 100
/** Longer than any number serves pairs. */
const PAGES = 60
/** 90 days, the longest that is taken. */
const MOST_S = 7_776_000

const CODES: Record<string, NumberFailure> = {
  1010008: 'TOO_MANY',
  1010010: 'TOO_MANY',
  1010029: 'ACCOUNT_FROZEN',
  1010040: 'KEY_WRONG',
  1012001: 'NOT_THERE',
  1012007: 'NOT_THERE',
  1012008: 'POOL_EMPTY',
  1012010: 'TAKEN',
  1012102: 'NUMBER_BLOCKED',
  1016001: 'NOT_THERE',
  1020150: 'KEY_WRONG',
  1020166: 'IP_NOT_LISTED',
  1020176: 'IP_NOT_LISTED',
  1023006: 'KEY_WRONG',
  1023007: 'KEY_WRONG',
  1023008: 'KEY_WRONG',
}
/** The service could not do it just now. */
const FAULTS = new Set(['1010001', '1023001', '1023002'])

const said = z.object({ resultcode: z.coerce.string() })
/** Nothing is bound there: that is what was asked. */
const isNone = (answer: unknown) => CODES[said.safeParse(answer).data?.resultcode ?? ''] === 'NOT_THERE'
/** It names what went wrong in the body, whatever the status of HTTP is. */
const verdict: Verdict = (answer, status) => {
  const { success, data } = said.safeParse(answer)
  if (!success || data.resultcode === '0') return null
  const code = data.resultcode
  const kind: FailureKind = FAULTS.has(code) || status >= 500 ? 'FAULT' : CODES[code] === 'TOO_MANY' ? 'QUOTA' : 'REFUSED'
  return { kind, code, ...(kind === 'FAULT' ? {} : { reason: CODES[code] ?? 'BAD_REQUEST' }) }
}

/** Without the zero that the country itself puts before an area's code. */
const china = (phone: string) => `+86${phone.replace(/^0+/, '')}`
const plain = (phone: string) => phone.replace(/^\+?86(?=1\d{10}$|0\d+$)/, '').replace(/^\+/, '')

const bound = z.object({ subscriptionId: z.string().min(1), relationNum: z.string().optional() })
const listed = z.object({
  totalCount: z.coerce.number().int().default(0),
  relationNumList: z
    .array(
      z.object({
        subscriptionId: z.string().min(1),
        relationNum: z.string(),
        callerNum: z.string(),
        calleeNum: z.string(),
        userData: z.string().default(''),
      }),
    )
    .default([]),
})

/** Private numbers of Huawei Cloud, mode AXB: the driver is A, the contact B. */
export function huaweiPairs(
  settings: HuaweiSettings,
  hosts: readonly string[],
  log: ProviderLog,
): NumberPairs & { providers: readonly Provider[] } {
  const { recordTone, records, url } = settings
  const manner = { timeoutMs: TIMEOUT_MS, retries: 1, atOnce: 20 }
  const origin = { url, token: '' }
  // Asked twice a bind would be refused the second time: it is looked for instead. What is looked up, changed or released is the same twice.
  const once = providerOf(origin, { ...manner, name: 'numbers.bind', mayRepeat: false }, log)
  const often = providerOf(origin, { ...manner, name: 'numbers.rest', mayRepeat: true }, log)
  const headers = () => ({
    accept: 'application/json',
    'content-type': 'application/json;charset=UTF-8',
    ...sign(settings, randomBytes(16).toString('hex').toUpperCase(), new Date()),
  })
  const within = (forS: number) => Math.max(60, Math.min(MOST_S, Math.round(forS)))
  const orNone: Verdict = (answer, status) => (isNone(answer) ? null : verdict(answer, status))
  async function all(number: string): Promise<BoundPair[]> {
    const found: BoundPair[] = []
    for (let page = 1; page <= PAGES; page++) {
      const target = `${PAIRS}?${queryText({ relationNum: china(number), pageIndex: page, pageSize: PAGE })}`
      const answer = await often.exchange({ method: 'GET', target, headers, verdict: orNone, takes: isNone }, listed)
      for (const { subscriptionId, relationNum, callerNum, calleeNum, userData } of answer.relationNumList)
        found.push({
          subscription: subscriptionId,
          number: plain(relationNum),
          driver: plain(callerNum),
          contact: plain(calleeNum),
          reference: userData,
        })
      if (answer.relationNumList.length < PAGE || found.length >= answer.totalCount) break
    }
    return found
  }
  return {
    providers: [once, often],
    bind: async ({ number, driver, contact, reference, forS }) => {
      const body = JSON.stringify({
        relationNum: china(number),
        callerNum: china(driver),
        calleeNum: china(contact),
        callDirection: 0,
        duration: within(forS),
        recordFlag: records,
        ...(records && { recordHintTone: recordTone }),
        privateSms: false,
        userData: reference,
      })
      const { subscriptionId } = await once.exchange({ method: 'POST', target: PAIRS, headers, body, verdict }, bound)
      return { subscription: subscriptionId, recorded: records }
    },
    change: async (subscription, { driver, contact, forS }) => {
      const body = JSON.stringify({
        subscriptionId: subscription,
        callerNum: china(driver),
        calleeNum: china(contact),
        duration: within(forS),
      })
      await often.exchange({ method: 'PUT', target: PAIRS, headers, body, verdict }, said)
    },
    release: async (subscription) => {
      const target = `${PAIRS}?${queryText({ subscriptionId: subscription })}`
      await often.exchange({ method: 'DELETE', target, headers, verdict: orNone, takes: isNone }, said)
    },
    all,
    recordingAt: async ({ domain, name }) => {
      const target = `${RECORDINGS}?${queryText({ recordDomain: domain, fileName: name })}`
      const { location } = await often.exchange({ method: 'GET', target, headers, verdict, located: true }, z.object({ location: z.url() }))
      return location
    },
    // The address came in an answer of the provider's; where it leads to is the public internet, or a host that is listed.
    fetch: (address) => openFile(address, { method: 'GET', headers: {}, timeoutMs: FETCH_MS, through: publicFetch(hosts) }),
  }
}
