import {
  type CertifyState,
  type PayAccount,
  type PayMissing,
  type PayWay,
  standardTransfer,
  type TransferScene,
  WECHAT_PAY_URLS,
} from '@chauffeur/contract/access/app'
import type { TenantTx, WholeDb } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { Vault } from '#platform/identity/vault'
import { isAllowed } from '#platform/provider/hosts'
import { type PayRow, payoutRows, paysOf, savePay } from './apps.queries.ts'
import { lastFour } from './apps.rules.ts'
import { isApiV3Key, privateKeyFrom, publicKeyFrom } from './pay-keys.ts'
import { fieldsMissing, type PayFields, payMissing, unreportedIn } from './pay.rules.ts'

interface NewPay {
  enabled: boolean
  merchantNo?: string | undefined
  channelAppId?: string | undefined
  certSerial?: string | undefined
  platformKeyId?: string | undefined
  platformKey?: string | undefined
  baseUrl?: string | undefined
  scene?: TransferScene | undefined
  account?: PayAccount | undefined
  secret?: string | undefined
  signSecret?: string | undefined
}
interface Shown extends PayFields {
  baseUrl: string
  scene: TransferScene
  account: PayAccount
  secretLast4: string
  signSecretLast4: string
}
/** What keys are opened with, and the hosts that payment settings may name. */
interface PayWith {
  vault: Vault
  hosts: readonly string[]
}

/** Where a payment secret opens: in this app's row of this way, nowhere else. */
const context = (appId: string, way: string, what: 'secret' | 'signSecret') => `app_pays:${appId}:${way}:${what}`

const NONE: Shown = {
  enabled: false,
  merchantNo: '',
  channelAppId: '',
  certSerial: '',
  platformKeyId: '',
  platformKey: '',
  baseUrl: '',
  ...standardTransfer,
  secretLast4: '',
  signSecretLast4: '',
}
export const shownPay = (row: PayRow | undefined): Shown =>
  row
    ? {
        enabled: row.enabled,
        merchantNo: row.merchant_no,
        channelAppId: row.channel_app_id,
        certSerial: row.cert_serial,
        platformKeyId: row.platform_key_id,
        platformKey: row.platform_key,
        baseUrl: row.base_url,
        scene: row.scene as unknown as TransferScene,
        account: row.account,
        secretLast4: row.secret_last4,
        signSecretLast4: row.sign_secret_last4,
      }
    : NONE

/** The sealed keys of a row; null for one that is not there, was sealed with another key of the installation, or was taken before keys were read on entry. */
function keysOf(vault: Vault, appId: string, way: PayWay, row: PayRow | undefined) {
  const opened = (sealed: string | undefined, what: 'secret' | 'signSecret') => {
    try {
      return sealed ? vault.open(sealed, context(appId, way, what)) : ''
    } catch {
      return ''
    }
  }
  const apiV3Key = opened(row?.secret, 'secret')
  const privateKey = privateKeyFrom(opened(row?.sign_secret, 'signSecret'))
  return { apiV3Key: isApiV3Key(apiV3Key) ? apiV3Key : null, privateKeyPem: privateKey?.pem ?? null, print: privateKey?.print }
}
const present = (keys: { apiV3Key: string | null; privateKeyPem: string | null }) => ({
  secret: keys.apiV3Key !== null,
  signSecret: keys.privateKeyPem !== null,
})

/** What keeps money from leaving this way. */
export function missingOf(
  { vault, hosts }: PayWith,
  key: { appId: string; way: PayWay },
  row: PayRow | undefined,
  app: { enabled: boolean; certifyState: CertifyState },
): PayMissing[] {
  const missing = payMissing(shownPay(row), present(keysOf(vault, key.appId, key.way, row)), app)
  // An address that is allowed no more counts as none.
  return row?.base_url && !isAllowed(row.base_url, WECHAT_PAY_URLS, hosts) ? [...missing, 'baseUrl'] : missing
}

/** Saves a way to pay with its keys read and its secrets sealed. A way that is on is complete. */
export async function changePay(
  tx: TenantTx,
  { vault, hosts }: PayWith,
  key: { tenantId: string; appId: string; way: PayWay },
  given: NewPay,
  by: string,
  fail: Fail<'apps.secretMissing' | 'apps.badPrivateKey' | 'apps.badPlatformKey' | 'apps.payHostNotAllowed' | 'apps.sceneReports'>,
): Promise<{ before: Shown | null; after: Shown }> {
  const row = (await paysOf(tx, key.appId)).find(({ way }) => way === key.way)
  const before = shownPay(row)
  const kept = keysOf(vault, key.appId, key.way, row)
  const own = given.signSecret ? (privateKeyFrom(given.signSecret) ?? fail('apps.badPrivateKey')) : null
  const channels = given.platformKey ? (publicKeyFrom(given.platformKey) ?? fail('apps.badPlatformKey')) : null
  // The public half of the merchant's own key checks nothing that the channel signs.
  if (channels && (own ?? kept).print === channels.print) fail('apps.badPlatformKey')
  if (given.baseUrl && !isAllowed(given.baseUrl, WECHAT_PAY_URLS, hosts)) fail('apps.payHostNotAllowed')
  const after: Shown = {
    enabled: given.enabled,
    merchantNo: given.merchantNo ?? before.merchantNo,
    channelAppId: given.channelAppId ?? before.channelAppId,
    certSerial: (given.certSerial ?? before.certSerial).toUpperCase(),
    platformKeyId: given.platformKeyId ?? before.platformKeyId,
    platformKey: given.platformKey === '' ? '' : (channels?.pem ?? before.platformKey),
    baseUrl: given.baseUrl ? new URL(given.baseUrl).origin : (given.baseUrl ?? before.baseUrl),
    scene: given.scene ?? before.scene,
    account: given.account ?? before.account,
    secretLast4: given.secret ? lastFour(given.secret) : before.secretLast4,
    signSecretLast4: own ? own.print.slice(-4) : before.signSecretLast4,
  }
  const unreported = unreportedIn(after.scene)
  if (unreported.length) fail('apps.sceneReports', { missing: unreported })
  const has = present(kept)
  const missing = fieldsMissing(after, { secret: Boolean(given.secret) || has.secret, signSecret: own !== null || has.signSecret })
  if (after.enabled && missing.length) fail('apps.secretMissing', { missing })
  await savePay(
    tx,
    key,
    {
      enabled: after.enabled,
      merchant_no: after.merchantNo,
      channel_app_id: after.channelAppId,
      cert_serial: after.certSerial,
      platform_key_id: after.platformKeyId,
      platform_key: after.platformKey,
      base_url: after.baseUrl,
      scene: JSON.stringify(after.scene),
      account: after.account,
      ...(given.secret && { secret: vault.seal(given.secret, context(key.appId, key.way, 'secret')), secret_last4: after.secretLast4 }),
      ...(own && {
        sign_secret: vault.seal(own.pem, context(key.appId, key.way, 'signSecret')),
        sign_secret_last4: after.signSecretLast4,
      }),
    },
    by,
  )
  return { before: row ? before : null, after }
}

/** What a payout through WeChat Pay is signed, sent and checked with. */
export interface PayoutSettings {
  appId: string
  merchantNo: string
  /** The app as the channel knows it: an openId belongs to it. */
  channelAppId: string
  certSerial: string
  privateKeyPem: string
  apiV3Key: string
  platformKeyId: string
  platformKeyPem: string
  /** Without a path. */
  baseUrl: string
  scene: TransferScene
  account: PayAccount
}

/**
 * What the money of a business leaves with: of its apps that are ready for this way the drivers' default, else the one that was made first.
 * Otherwise what is missing, of the one that is nearest to being ready. Read anew for every job: a way that is switched off pays nothing more.
 */
export async function payoutSettingsOf(
  { vault, settings }: Pick<Platform, 'vault' | 'settings'>,
  db: WholeDb,
  way: PayWay,
): Promise<{ ready: PayoutSettings; missing: [] } | { ready: null; missing: PayMissing[] }> {
  const by = { vault, hosts: settings.payHosts }
  const judged = (await payoutRows(db, way)).map((row) => ({
    row,
    missing: missingOf(by, { appId: row.app_id, way }, row, { enabled: row.app_enabled, certifyState: row.certify_state }),
  }))
  const [best] = judged.sort((one, other) => one.missing.length - other.missing.length)
  if (!best) return { ready: null, missing: fieldsMissing(NONE, { secret: false, signSecret: false }) }
  const { row, missing } = best
  const { apiV3Key, privateKeyPem } = keysOf(vault, row.app_id, way, row)
  if (missing.length || apiV3Key === null || privateKeyPem === null) return { ready: null, missing }
  return {
    missing: [],
    ready: {
      appId: row.app_id,
      merchantNo: row.merchant_no,
      channelAppId: row.channel_app_id,
      certSerial: row.cert_serial,
      privateKeyPem,
      apiV3Key,
      platformKeyId: row.platform_key_id,
      platformKeyPem: row.platform_key,
      baseUrl: row.base_url || WECHAT_PAY_URLS[0],
      scene: row.scene as unknown as TransferScene,
      account: row.account,
    },
  }
}
