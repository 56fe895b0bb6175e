import type { GroundChoice, GroundKind } from '@chauffeur/contract/operations/ground'
import type { Fact } from '#kit/config/config.view.ts'
import { joined, t } from '#platform/text/text.ts'

export const kindText = (): Record<GroundKind, string> => ({
  OFFLINE: t('离线示意'),
  FILE: t('地图文件'),
  STYLE: t('样式地址'),
  TIANDITU: t('天地图'),
})

/** What each of them means for whoever chooses. */
export const kindWhy = (): Record<GroundKind, string> => ({
  OFFLINE: t('随系统带的四城示意图，其余城市为空白底；不访问外网'),
  FILE: t('服务器硬盘上的矢量地图文件；不访问外网'),
  STYLE: t('浏览器向该地址取地图'),
  TIANDITU: t('浏览器向天地图取地图，需要浏览器端密钥'),
})

/** What a choice says, field by field. */
export function groundFacts({ kind, files, styleUrl, key }: GroundChoice): Fact[] {
  const facts = [{ label: t('底图'), words: kindText()[kind] }]
  if (kind === 'FILE') facts.push({ label: t('文件'), words: files.length > 0 ? joined(files) : t('全部文件') })
  if (kind === 'STYLE') facts.push({ label: t('样式地址'), words: styleUrl })
  if (kind === 'TIANDITU') facts.push({ label: t('密钥'), words: `…${key.slice(-4)}` })
  return facts
}
