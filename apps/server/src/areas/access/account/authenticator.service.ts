import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { randomInt } from 'node:crypto'
import { generateSecret, generateURI } from 'otplib'
import QRCode from 'qrcode'
import { authenticate, type From, recoveryHash, secretContext, type SignInRefusal, stepOf } from '../session/index.ts'
import type { PlatformDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { hashToken, newToken } from '#platform/identity/session'
import {
  closeBinding,
  countWrongConfirm,
  lockBinding,
  moveBinding,
  openBinding,
  saveRecoveryCodes,
  saveSecret,
} from './authenticator.queries.ts'
import { spendCode } from './code.queries.ts'
import { checkCode, type Sent, sendCode } from './code.service.ts'

const BINDING_VALID_S = 900
const MAX_WRONG = 5
const RECOVERY_CODES = 10
/** Without letters that look like digits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

type Binding = NonNullable<Awaited<ReturnType<typeof lockBinding>>>
const whoOf = (row: { tenant_id: string; user_id: string }) => ({ tenantId: row.tenant_id, userId: row.user_id })
const recoveryCode = () => {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** Ten new recovery codes in the place of the old ones; only their fingerprints are kept. */
export async function renewRecoveryCodes(
  tx: PlatformDb,
  { vault }: Platform,
  who: { tenantId: string; userId: string },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await saveRecoveryCodes(
    tx,
    who,
    codes.map((code) => recoveryHash(vault, who.userId, code)),
  )
  return codes
}

type Started =
  | SignInRefusal
  | { refusal: 'account.noPhone' }
  | { refusal: 'account.codeTooOften'; retryAfterS: number }
  | { done: Sent & { ticket: string } }

/** First step: the person proves name, password and, where one is bound, the present authenticator, and gets a code by text message. */
export function startBinding(
  platform: Platform,
  given: { username: string; password: string; code?: string | undefined },
  from: From & { language: MessageLanguage },
): Promise<Started> {
  const log = (tx: PlatformDb, who: { tenant_id: string; user_id: string; real_name: string }, code: number) =>
    logStep(tx, who, code, 'bindStart', from)
  return authenticate(platform, given, from, log, async (tx, account): Promise<Started> => {
    if (!account.phone) return { refusal: 'account.noPhone' }
    const sent = await sendCode(tx, platform, { ...whoOf(account), phone: account.phone }, 'BIND', from.language)
    if ('retryAfterS' in sent) return { refusal: 'account.codeTooOften', retryAfterS: sent.retryAfterS }
    const ticket = newToken()
    await openBinding(tx, whoOf(account), hashToken(ticket), BINDING_VALID_S)
    await log(tx, account, 0)
    return { done: { ticket, ...sent } }
  })
}

export const checkBinding = (platform: Platform, ticket: string, code: string) =>
  inBinding<Record<string, never>, 'account.badSmsCode'>(platform, ticket, 'SMS', async (tx, binding, hash) => {
    if (!(await checkCode(tx, platform, whoOf(binding), 'BIND', code))) return { refusal: 'account.badSmsCode' }
    await spendCode(tx, whoOf(binding), 'BIND')
    await moveBinding(tx, hash, { step: 'CHECKED' })
    return { done: {} }
  })

/** The secret leaves the server here, once: a second request finds the binding a step further. */
export const showSecret = (platform: Platform, ticket: string) =>
  inBinding<{ secret: string; otpauthUrl: string; qr: string; account: string; issuer: string }, never>(
    platform,
    ticket,
    'CHECKED',
    async (tx, binding, hash) => {
      const secret = generateSecret()
      await moveBinding(tx, hash, { step: 'SHOWN', secret: platform.vault.seal(secret, secretContext(binding.user_id)) })
      const otpauthUrl = generateURI({ issuer: binding.brand_name, label: binding.username, secret })
      const svg = await QRCode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
      const qr = `data:image/svg+xml,${encodeURIComponent(svg)}`
      return { done: { secret, otpauthUrl, qr, account: binding.username, issuer: binding.brand_name } }
    },
  )

export const confirmBinding = (platform: Platform, ticket: string, code: string, from: From) =>
  inBinding<{ recoveryCodes: string[] }, 'account.badAuthenticatorCode'>(platform, ticket, 'SHOWN', async (tx, binding, hash) => {
    if (binding.wrong >= MAX_WRONG) return { refusal: 'account.bindingExpired' }
    const step = stepOf(platform.vault.open(binding.secret!, secretContext(binding.user_id)), code, null)
    if (step === null) {
      await countWrongConfirm(tx, hash)
      return { refusal: 'account.badAuthenticatorCode' }
    }
    await saveSecret(tx, whoOf(binding), { sealed: binding.secret!, step })
    const recoveryCodes = await renewRecoveryCodes(tx, platform, whoOf(binding))
    await closeBinding(tx, hash)
    await logStep(tx, binding, 0, 'bindConfirm', from)
    return { done: { recoveryCodes } }
  })

type Step<T, R extends string> = { done: T } | { refusal: R | 'account.bindingExpired' }

/** Runs a step of a binding that is at that step. */
function inBinding<T, R extends string>(
  platform: Platform,
  ticket: string,
  step: Binding['step'],
  work: (tx: PlatformDb, binding: Binding, ticketHash: Buffer) => Promise<Step<T, R>>,
): Promise<Step<T, R>> {
  const hash = hashToken(ticket)
  return platform.db.signingIn(async (tx): Promise<Step<T, R>> => {
    const binding = await lockBinding(tx, hash)
    return binding?.step === step ? work(tx, binding, hash) : { refusal: 'account.bindingExpired' }
  })
}

const SUMMARY = { bindStart: '绑定验证器：发送短信验证码', bindConfirm: '绑定验证器：确认' }
const logStep = (
  tx: PlatformDb,
  who: { tenant_id: string; user_id: string; real_name: string },
  code: number,
  name: keyof typeof SUMMARY,
  from: From,
) =>
  writeOperationLog(tx, {
    tenantId: who.tenant_id,
    actor: { type: 'OPERATOR', id: who.user_id, name: who.real_name },
    ip: from.ip,
    call: `account.${name}`,
    summary: SUMMARY[name],
    input: {},
    audits: code === 0 ? [{ object: 'user', objectId: who.user_id }] : [],
    code,
    requestId: from.requestId,
    durationMs: 0,
  })
