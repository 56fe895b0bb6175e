import type { PayWay } from '@chauffeur/contract/access/app'
import type { TenantTx } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { paysOf, savePay } from './apps.queries.ts'
import { lastFour } from './apps.rules.ts'

export interface NewPay {
  enabled: boolean
  merchantNo?: string | undefined
  secret?: string | undefined
  signSecret?: string | undefined
}
interface Shown {
  enabled: boolean
  merchantNo: string
  secretLast4: string
  signSecretLast4: string
}

/** Where a payment secret opens: in this app's row of this way, nowhere else. */
const context = (appId: string, way: string, what: 'secret' | 'signSecret') => `app_pays:${appId}:${way}:${what}`

/** Saves a way to pay with its secrets sealed; `incomplete` where it is switched on without number and secret. */
export async function changePay(
  tx: TenantTx,
  vault: Vault,
  key: { tenantId: string; appId: string; way: PayWay },
  given: NewPay,
  by: string,
): Promise<'incomplete' | { before: Shown | null; after: Shown }> {
  const present = (await paysOf(tx, key.appId)).find((row) => row.way === key.way)
  const after: Shown = {
    enabled: given.enabled,
    merchantNo: given.merchantNo ?? present?.merchant_no ?? '',
    secretLast4: given.secret ? lastFour(given.secret) : (present?.secret_last4 ?? ''),
    signSecretLast4: given.signSecret ? lastFour(given.signSecret) : (present?.sign_secret_last4 ?? ''),
  }
  if (after.enabled && (after.merchantNo === '' || after.secretLast4 === '')) return 'incomplete'
  await savePay(
    tx,
    key,
    {
      enabled: after.enabled,
      merchant_no: after.merchantNo,
      ...(given.secret && { secret: vault.seal(given.secret, context(key.appId, key.way, 'secret')), secret_last4: after.secretLast4 }),
      ...(given.signSecret && {
        sign_secret: vault.seal(given.signSecret, context(key.appId, key.way, 'signSecret')),
        sign_secret_last4: after.signSecretLast4,
      }),
    },
    by,
  )
  const before = present && {
    enabled: present.enabled,
    merchantNo: present.merchant_no,
    secretLast4: present.secret_last4,
    signSecretLast4: present.sign_secret_last4,
  }
  return { before: before ?? null, after }
}
