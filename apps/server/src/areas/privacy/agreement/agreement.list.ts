import { agreementCalls, agreementKindText, agreementStateText, changeLevelText } from '@chauffeur/contract/privacy/agreement'
import { instant, number, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { inState, listed, versions } from './agreement.queries.ts'
import { versionView } from './agreement.view.ts'

/** What was published, the newest first. */
export const versionList = defineList(agreementCalls.log, {
  from: ({ db }) => versions(db),
  filters: { kind: is('v.kind'), changeLevel: is('v.change_level'), state: inState },
  key: 'v.agreement_id',
  order: [desc('v.published_at')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '隐私协议发布记录',
    en: 'Published privacy agreements',
    columns: {
      kind: words('适用对象', 'With', agreementKindText),
      number: number('版本', 'Version'),
      title: text('标题', 'Title'),
      changeLevel: words('变更级别', 'Change', changeLevelText),
      state: words('状态', 'Status', agreementStateText),
      summary: text('本次变更', 'What is new'),
      effectiveAt: instant('生效时间', 'In force from'),
      publishedAt: instant('发布时间', 'Published at'),
      publishedByName: text('发布人', 'By'),
      digest: text('内容摘要（SHA-256）', 'SHA-256 of the text'),
    },
  },
  view: versionView,
})
