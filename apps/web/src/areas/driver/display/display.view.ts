import { customerNameText, type VersionLook } from '@chauffeur/contract/driver/display'
import type { Fact } from '#kit/config/config.view.ts'
import { joined, t, tr } from '#platform/text/text.ts'

/** From which version of the driver's app on a look holds. */
export const fromWords = ({ minVersion }: Pick<VersionLook, 'minVersion'>) =>
  minVersion ? t('{version} 及以上版本', { version: minVersion }) : t('所有版本')

const switches = () =>
  [
    ['wallet', t('钱包')],
    ['level', t('我的等级')],
    ['queue', t('区域排队')],
    ['weather', t('恶劣天气')],
    ['estimate', t('预估费用')],
  ] as const

/** What a look says, each of it in words. */
const saysOf = (look: VersionLook): [label: string, words: string][] => [
  ...switches().map(([key, label]): [string, string] => [label, look[key] ? t('照常显示') : t('不显示')]),
  [t('客户姓名'), tr(customerNameText[look.customerName])],
  [t('客服电话'), look.servicePhone || t('同应用设置')],
  [t('未上线提示'), look.offDutyText || t('无')],
]

/** The same in a line: what is hidden, and what differs from the usual. */
export function lookWords(look: VersionLook): string {
  const hidden = switches().flatMap(([key, label]) => (look[key] ? [] : [label]))
  const rest = [
    hidden.length === 0 ? t('全部显示') : t('不显示：{what}', { what: joined(hidden) }),
    t('客户姓名：{how}', { how: tr(customerNameText[look.customerName]) }),
    ...(look.servicePhone ? [t('客服电话 {phone}', { phone: look.servicePhone })] : []),
  ]
  return `${fromWords(look)} · ${rest.join(' · ')}`
}

export const factsOfDisplay = ({ looks }: { looks: readonly VersionLook[] }): Fact[] =>
  looks.flatMap((look) =>
    saysOf(look).map(([label, words]) => ({ label: t('{from} · {key}', { from: fromWords(look), key: label }), words })),
  )
