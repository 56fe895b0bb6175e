import type { PayAccount, TransferScene } from '@chauffeur/contract/access/app'
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { PlatformKeys, Signer } from './signing.ts'

/** What whoever sets up payments types in, or the environment says. */
export interface MerchantSettings {
  mchId: string
  appId: string
  certificateSerial: string
  /** PEM. */
  privateKey: string
  apiV3Key: string
  /** PEM of a public key with its id, or of a certificate, whose serial number stands in it. The first one seals names. */
  platformKeys: readonly { id: string; pem: string }[]
  /** `https://api.mch.weixin.qq.com`, or where a stand-in of the same wire is. */
  baseUrl: string
  account: PayAccount
  scene: TransferScene
  /** Where news of a transfer is sent, without a query. Without one nothing is sent, and only queries tell. */
  notifyUrl: string | null
}

export interface Merchant extends Omit<MerchantSettings, 'privateKey' | 'platformKeys'>, Signer {
  platformKeys: PlatformKeys
  /** Names are sealed for this one. */
  sealing: { id: string; key: KeyObject }
}
export type MerchantFault = keyof MerchantSettings

/** The keys ready for use, or which settings are wrong. */
export function merchantOf(settings: MerchantSettings): Merchant | { faults: MerchantFault[] } {
  const { privateKey: privatePem, platformKeys: given, ...rest } = settings
  const privateKey = read(() => createPrivateKey(privatePem))
  const keys = given.map(({ id, pem }) => ({
    id: id || (read(() => new X509Certificate(pem).serialNumber) ?? ''),
    key: read(() => createPublicKey(pem)),
  }))
  const good = keys.flatMap(({ id, key }) => (id && key && isRsa(key) ? [{ id, key }] : []))
  const faults: [MerchantFault, boolean][] = [
    ['mchId', /^\d{8,10}$/.test(rest.mchId)],
    ['appId', /^\w{1,32}$/.test(rest.appId)],
    ['certificateSerial', /^[\dA-F]{16,64}$/i.test(rest.certificateSerial)],
    ['privateKey', privateKey !== null && isRsa(privateKey)],
    ['apiV3Key', /^[\x21-\x7e]{32}$/.test(rest.apiV3Key)],
    ['platformKeys', good.length > 0 && good.length === given.length],
    ['baseUrl', isAddress(rest.baseUrl)],
    ['scene', rest.scene.id !== ''],
    ['notifyUrl', rest.notifyUrl === null || (isAddress(rest.notifyUrl) && !rest.notifyUrl.includes('?'))],
  ]
  const wrong = faults.flatMap(([field, right]) => (right ? [] : [field]))
  const [sealing] = good
  if (wrong.length > 0 || !privateKey || !sealing) return { faults: wrong }
  return { ...rest, privateKey, platformKeys: new Map(good.map(({ id, key }) => [id, key])), sealing }
}

const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048

/** Which hosts may be named was decided where the address was entered; what goes there is signed, and names are sealed. */
function isAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
}

function read<T>(reading: () => T): T | null {
  try {
    return reading()
  } catch {
    return null
  }
}
