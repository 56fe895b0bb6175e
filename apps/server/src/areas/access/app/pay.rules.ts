import { CERTIFY_STATE, type CertifyState, type PayMissing, SCENE_REPORTS, type TransferScene } from '@chauffeur/contract/access/app'

/** What a way to pay consists of. */
export interface PayFields {
  enabled: boolean
  merchantNo: string
  channelAppId: string
  certSerial: string
  platformKeyId: string
  platformKey: string
}
/** Of the sealed keys: whether each is there and can be used. */
export interface PayKeys {
  secret: boolean
  signSecret: boolean
}

/** The fields that are still empty. */
export const fieldsMissing = (pay: PayFields, keys: PayKeys): PayMissing[] => [
  ...(['merchantNo', 'channelAppId', 'certSerial', 'platformKeyId', 'platformKey'] as const).filter((name) => pay[name] === ''),
  ...(['secret', 'signSecret'] as const).filter((name) => !keys[name]),
]

/** What keeps money from leaving this way. Only a certified app that is on pays: somebody else than who entered it vouches for the company behind it. */
export const payMissing = (pay: PayFields, keys: PayKeys, app: { enabled: boolean; certifyState: CertifyState }): PayMissing[] => [
  ...fieldsMissing(pay, keys),
  ...(pay.enabled ? [] : (['WAY_OFF'] as const)),
  ...(app.enabled ? [] : (['APP_DISABLED'] as const)),
  ...(app.certifyState === CERTIFY_STATE.certified ? [] : (['NOT_CERTIFIED'] as const)),
]

/** What a scene has to be reported with and is not. Of a scene that is not known here WeChat Pay alone can say. */
export const unreportedIn = ({ id, reports }: TransferScene): string[] =>
  (SCENE_REPORTS[id] ?? []).filter((needed) => !reports.some(({ type }) => type === needed))
