import { randomInt } from 'node:crypto'
import type { MessageEvent } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { wordsNeeded } from '#areas/message/wording'
import type { PlatformDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { maskPhone } from '#platform/identity/mask'
import { sendSms } from '#platform/provider/sms'
import { sameFingerprint, type Vault } from '#platform/identity/vault'
import { countWrong, lockAccountCode, type Purpose, saveCode, type UserKey } from './code.queries.ts'
import { CODE_RESEND_S, CODE_VALID_S, isCodeOpen, type LastCode, sendWaitS } from './code.rules.ts'

const EVENT = { CHANGE_PASSWORD: 'PASSWORD_CODE', BIND: 'BIND_CODE' } as const satisfies Record<Purpose, MessageEvent>

export interface Recipient extends UserKey {
  phone: string
}
export interface Sent {
  phone: string
  validS: number
  resendAfterS: number
}

const printOf = (vault: Vault, who: UserKey, purpose: Purpose, code: string) => vault.fingerprint(code, `code:${purpose}:${who.userId}`)
const lastOf = (row: Awaited<ReturnType<typeof lockAccountCode>>): LastCode | null =>
  row
    ? {
        sentAt: row.sent_at.getTime(),
        expiresAt: row.expires_at.getTime(),
        wrong: row.wrong,
        sentToday: row.sent_today,
        dayFrom: row.day_from.getTime(),
      }
    : null

const inNoCity = ({ tenantId }: UserKey) => ({ tenantId, cityId: null, channelId: null })

/** Sends a code to the account's telephone, in the language of the console that asks. The code is in the message and nowhere else. */
export async function sendCode(
  tx: PlatformDb,
  { vault }: Platform,
  to: Recipient,
  purpose: Purpose,
  language: MessageLanguage,
): Promise<Sent | { retryAfterS: number }> {
  const last = await lockAccountCode(tx, to, purpose)
  const retryAfterS = last ? sendWaitS(lastOf(last), last.now.getTime()) : 0
  if (retryAfterS > 0) return { retryAfterS }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = printOf(vault, to, purpose, code)
  if (!(await saveCode(tx, to, purpose, { hash, validS: CODE_VALID_S, resendS: CODE_RESEND_S }))) return { retryAfterS: CODE_RESEND_S }
  await sendSms(tx, vault, {
    tenantId: to.tenantId,
    phone: to.phone,
    purpose: 'ACCOUNT_CODE',
    ...(await wordsNeeded(tx, inNoCity(to), EVENT[purpose], { code, minutes: String(CODE_VALID_S / 60) }, language)),
    validS: CODE_VALID_S,
    about: { event: EVENT[purpose], cityId: null },
  })
  return { phone: maskPhone(to.phone), validS: CODE_VALID_S, resendAfterS: CODE_RESEND_S }
}

/** True for the right code, which the caller then spends. A wrong one is counted, so the caller's refusal is a `keeping` one. */
export async function checkCode(tx: PlatformDb, { vault }: Platform, who: UserKey, purpose: Purpose, code: string): Promise<boolean> {
  const row = await lockAccountCode(tx, who, purpose)
  if (!row?.code_hash || !isCodeOpen(lastOf(row), row.now.getTime())) return false
  if (!sameFingerprint(row.code_hash, printOf(vault, who, purpose, code))) {
    await countWrong(tx, who, purpose)
    return false
  }
  return true
}
