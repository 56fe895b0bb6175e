import type { MapFailure, MapFailureKind, MapFailureReason } from '@chauffeur/contract/kernel/map-failure'
import { mapProviders, type MapService } from '@chauffeur/contract/operations/map-service'
import { providerText } from '#kit/show/map-provider.ts'
import { t, tr } from '#platform/text/text.ts'

/** What an administrator has to do about it. */
const reasonText: Record<MapFailureReason, string> = {
  KEY_WRONG: '密钥无效：请核对密钥，或到服务商控制台重新申请',
  KEY_OTHER_USE: '密钥类型不对：请到服务商控制台申请“Web 服务（服务端）”类型的密钥',
  ADDRESS_NOT_LISTED: '本服务器的 IP 不在密钥的白名单：请到服务商控制台添加，或清空白名单',
  SIGNATURE: '签名不符：请核对签名密钥，或到服务商控制台关闭数字签名',
  NOT_OPENED: '密钥没有开通此项服务，或账号已到期：请到服务商控制台开通、续费',
  DAY_QUOTA: '服务商给的当日次数已用完：请购买额度，或等到明天',
  TOO_MANY_A_SECOND: '每秒请求过多：请购买更高的并发，或在后面再加一项服务',
  OWN_QUOTA: '这里设置的每日上限已用完：请调高上限，或等到明天',
  BUSY: '服务商繁忙，稍后会自动恢复',
  BAD_QUESTION: '服务商不接受这次请求：请核对地址；地址无误请联系系统维护人员',
  HOST_NOT_ALLOWED: '该地址未获允许：请让安装方把主机名写入环境变量 MAP_SERVICE_HOSTS',
}
const kindText: Record<MapFailureKind, string> = {
  UNSENT: '连不上：请核对地址、端口，以及服务器的网络和防火墙',
  UNREACHABLE: '连接中断或证书不受信任：请核对地址与证书',
  TIMEOUT: '等候超时：服务太慢，或网络不通',
  REFUSED: '服务拒绝了请求：请核对地址与密钥',
  FAULT: '服务自身出错，稍后会自动恢复',
  BAD_ANSWER: '答非所问：该地址可能不是此服务',
  SHUT: '连续失败，暂停 10 秒后再试',
  QUOTA: '请求过多，稍后再试',
}
export const failureWords = ({ why, reason }: Pick<MapFailure, 'why' | 'reason'>): string => tr(reason ? reasonText[reason] : kindText[why])

export const nameOf = ({ provider, name }: Pick<MapService, 'provider' | 'name'>): string =>
  name === '' ? tr(providerText[provider]) : `${name}（${tr(providerText[provider])}）`

/** `http://10.0.0.5:5000/v1` as it is told apart in a row: without what every address has. */
export const addressWords = ({ url, provider }: Pick<MapService, 'url' | 'provider'>): string =>
  url === mapProviders[provider].url ? t('公共地址') : url.replace(/^https:\/\//, '')

/** Two figures, `30.27, 120.15`, whichever comes first: no place of the country has a latitude above its longitude. */
export function typedPoint(text: string): { lat: number; lng: number } | null {
  const [, one, other] = /^\s*(\d{1,3}(?:\.\d+)?)[\s,，]+(\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (!one || !other) return null
  const [lat, lng] = [Number(one), Number(other)].toSorted((a, b) => a - b) as [number, number]
  return lat <= 90 && lng <= 180 ? { lat, lng } : null
}
