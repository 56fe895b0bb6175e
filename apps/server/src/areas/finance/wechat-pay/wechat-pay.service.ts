import { randomBytes } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type * as z from 'zod'
import { type Exchange, type Provider, type ProviderLog, providerOf } from '#platform/provider/provider'
import { type FailureKind, ProviderFailed, type Verdict } from '#platform/provider/request'
import type { PayoutChannel, PayoutOrder, PayoutOutcome, SendOutcome } from '../payout/index.ts'
import type { ReconKind } from '../statement/index.ts'
import type { Merchant } from './merchant.ts'
import { authorizationOf, sealed, signatureFault } from './signing.ts'
import { balanceAnswer, billAnswer, faultAnswer, outcomeOf, statementAnswer, takenAnswer } from './transfer.rules.ts'

const BILLS = '/v3/fund-app/mch-transfer/transfer-bills'
/** What a merchant may ask of each of its calls in a second. */
const PER_S = 100
const AT_ONCE = 50
const TIMEOUTS = { payMs: 10_000, readMs: 5_000 }

/** From this sum on WeChat Pay demands the name, and compares it. */
const NAME_FROM_FEN = 200_000
/** Below this it takes none. */
const NAME_LEAST_FEN = 30
const MEMO_CHARS = 32

export interface WechatPay extends PayoutChannel {
  name: 'WECHAT'
  merchantNo: string
  appId: string
  send(order: PayoutOrder): Promise<SendOutcome>
  query(outNo: string): Promise<PayoutOutcome | 'NOT_FOUND'>
  /** Takes back what the user has not confirmed. That it was heard is not that it was done: a query says so. */
  cancel(outNo: string): Promise<PayoutOutcome>
  balance(): Promise<{ availableFen: number }>
  statement(day: string, kind: ReconKind): Promise<{ body: AsyncIterable<Uint8Array>; sha1: string }>
  /** For figures and readiness. */
  providers: readonly Provider[]
}

/**
 * WeChat Pay v3 merchant transfers for one merchant. Whatever goes wrong with an order to pay, the outcome is that it is unknown: no status and
 * no code of an answer says that nothing was paid, only a query does. What is asked may be asked again at once, what pays is not.
 */
export function wechatPay(merchant: Merchant, log: ProviderLog, { payMs, readMs } = TIMEOUTS): WechatPay {
  const at = { url: merchant.baseUrl, token: '', perS: PER_S }
  const paying = providerOf(at, { name: 'wechat.pay', timeoutMs: payMs, retries: 1, mayRepeat: false, atOnce: AT_ONCE }, log)
  const reading = providerOf(at, { name: 'wechat.read', timeoutMs: readMs, retries: 2, mayRepeat: true, atOnce: AT_ONCE }, log)
  const { pathname, origin } = new URL(merchant.baseUrl)
  const prefix = pathname.replace(/\/+$/, '')

  const signed = (method: 'GET' | 'POST', target: string, body?: string): Exchange => ({
    method,
    target,
    body,
    headers: () => ({
      accept: 'application/json',
      'user-agent': 'chauffeur-platform',
      authorization: authorizationOf(
        merchant,
        { method, target: `${prefix}${target}`, body },
        { timestampS: Math.floor(Date.now() / 1_000), nonce: randomBytes(16).toString('hex') },
      ),
      ...(body !== undefined && { 'content-type': 'application/json', 'wechatpay-serial': merchant.sealing.id }),
    }),
    verdict: faultIn,
    forged: ({ status, headers, body: bytes }) => {
      const fault = signatureFault(merchant.platformKeys, (name) => headers.get(name), bytes, Math.floor(Date.now() / 1_000))
      // A refusal may come unsigned, such as that our own signature is wrong: it moves no money, and a bill that is not found is only sent again.
      return fault === 'UNSIGNED' && (status < 200 || status > 299) ? null : fault
    },
  })
  /** An answer about a bill; unknown where there is none that could be believed. */
  const told = async <T>(asking: Promise<T>, outcome: (answer: T) => PayoutOutcome): Promise<PayoutOutcome> => {
    try {
      return outcome(await asking)
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error
      const refused = error.status !== undefined && (error.kind === 'REFUSED' || error.kind === 'QUOTA')
      return { state: 'UNKNOWN', ...(refused && error.code && { refusal: error.code }) }
    }
  }
  const ask = <T>(target: string, answer: z.ZodType<T>) => reading.exchange(signed('GET', target), answer)

  return {
    name: 'WECHAT',
    merchantNo: merchant.mchId,
    appId: merchant.appId,
    providers: [paying, reading],
    async send(order) {
      const refusal = refusalOf(order)
      if (refusal) return { state: 'UNKNOWN', refusal }
      const handing = paying.exchange(signed('POST', BILLS, transferBody(merchant, order)), takenAnswer)
      let sent = true
      const outcome = await told(
        handing.catch((error: unknown) => {
          sent = !(error instanceof ProviderFailed && neverLeft(error))
          throw error
        }),
        (bill) => (bill.out_bill_no === order.outNo ? outcomeOf(bill) : { state: 'UNKNOWN' }),
      )
      return sent ? outcome : 'NOT_SENT'
    },
    async query(outNo) {
      const outcome = await told(ask(`${BILLS}/out-bill-no/${outNo}`, billAnswer), (bill) =>
        bill.out_bill_no === outNo && bill.mch_id === merchant.mchId
          ? { ...outcomeOf(bill), amountFen: bill.transfer_amount }
          : { state: 'UNKNOWN' },
      )
      return outcome.state === 'UNKNOWN' && outcome.refusal === 'NOT_FOUND' ? 'NOT_FOUND' : outcome
    },
    cancel: (outNo) =>
      told(paying.exchange(signed('POST', `${BILLS}/out-bill-no/${outNo}/cancel`), null), () => ({ state: 'PROCESSING', channelNo: null })),
    async balance() {
      const { available_amount } = await ask(`/v3/merchant/fund/balance/${merchant.account}`, balanceAnswer)
      return { availableFen: available_amount }
    },
    async statement(day, kind) {
      const bill = kind === 'PAYOUT' ? `fundflowbill?account_type=${merchant.account}` : 'tradebill?bill_type=ALL'
      const { hash_value, download_url } = await ask(`/v3/bill/${bill}&bill_date=${day}&tar_type=GZIP`, statementAnswer)
      const file = new URL(download_url)
      // Signed with our key, it goes to the service and to nobody else.
      if (file.origin !== origin || !file.pathname.startsWith(`${prefix}/`))
        throw new ProviderFailed('BAD_ANSWER', { code: 'FOREIGN_ADDRESS' })
      const target = `${file.pathname.slice(prefix.length)}${file.search}`
      // A file comes unsigned: its digest, which came signed, stands for it.
      const packed = await reading.file({ target, headers: signed('GET', target).headers })
      return { body: unpacked(packed), sha1: hash_value.toLowerCase() }
    },
  }
}

/** What cannot be unpacked was broken on its way, and may come whole the next time. */
async function* unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(Readable.from(packed), createGunzip(), () => {}) as AsyncIterable<Uint8Array>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? new ProviderFailed('BAD_ANSWER', { code, cause: error }) : error
  }
}

/** Statuses under which the service says in a code what it did not do. */
const faultIn: Verdict = (answer, status) => {
  if (status >= 200 && status < 300) return null
  const said = faultAnswer.safeParse(answer)
  if (!said.success) return null
  const kind: FailureKind = status >= 500 ? 'FAULT' : said.data.code === 'FREQUENCY_LIMITED' ? 'QUOTA' : 'REFUSED'
  return { kind, code: said.data.code }
}

/** We left the service alone for a while, had our own turns to wait for, or found no connection: not a byte of the order went out. */
const neverLeft = ({ kind, status }: ProviderFailed): boolean =>
  kind === 'SHUT' || kind === 'UNSENT' || (kind === 'QUOTA' && status === undefined)

/** Why WeChat Pay cannot take an order; it is not asked then. */
function refusalOf({ outNo, amountFen, realName, to }: PayoutOrder): 'WRONG_ACCOUNT' | 'PARAM_ERROR' | 'NAME_REQUIRED' | null {
  if (to.kind !== 'WECHAT') return 'WRONG_ACCOUNT'
  if (!/^[\da-zA-Z]{1,32}$/.test(outNo)) return 'PARAM_ERROR'
  return amountFen >= NAME_FROM_FEN && realName === '' ? 'NAME_REQUIRED' : null
}

/** The body of an order to pay. The same order gives the same sum, payee and words, so that sent again under its number it is the same bill. */
function transferBody(
  { appId, scene, notifyUrl, sealing }: Pick<Merchant, 'appId' | 'scene' | 'notifyUrl' | 'sealing'>,
  { outNo, amountFen, realName, to, memo }: PayoutOrder,
): string {
  return JSON.stringify({
    appid: appId,
    out_bill_no: outNo,
    transfer_scene_id: scene.id,
    openid: to.kind === 'WECHAT' ? to.openId : '',
    ...(realName !== '' && amountFen >= NAME_LEAST_FEN && { user_name: sealed(realName, sealing.key) }),
    transfer_amount: amountFen,
    transfer_remark: Array.from(memo).slice(0, MEMO_CHARS).join(''),
    ...(notifyUrl && { notify_url: notifyUrl }),
    transfer_scene_report_infos: scene.reports.map(({ type, content }) => ({ info_type: type, info_content: content })),
  })
}
