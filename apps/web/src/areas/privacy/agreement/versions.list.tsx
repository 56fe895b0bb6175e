import { agreementCalls, agreementStateText, changeLevelText } from '@chauffeur/contract/privacy/agreement'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { agreementTone, levelTone, numberWords } from './agreement.view.ts'

const VersionDrawer = lazyPiece(() => import('./version.drawer.tsx'))

/** What was published of one kind, the newest first. */
export const VersionList = defineList(agreementCalls.log, ({ c, a }) => ({
  name: 'privacy.versions',
  title: t('发布记录'),
  inside: true,
  rowKey: (row) => row.agreementId,
  rowName: (row) => `${row.title} ${numberWords(row.number)}`,
  open: ['look'],
  fills: t('发布的每个版本都留在这里，不能修改。'),
  columns: [
    c.opener('title', t('标题'), { like: letters(12), under: (row) => numberWords(row.number), shows: ['title', 'number'] }),
    c.status('state', t('状态'), agreementStateText, agreementTone),
    c.status('changeLevel', t('变更级别'), changeLevelText, levelTone),
    c.time('effectiveAt', t('生效时间')),
    c.time('publishedAt', t('发布时间')),
    c.text('publishedByName', t('发布人'), undefined, { like: letters(5) }),
    c.text('summary', t('本次变更')),
  ],
  actions: [a.look(VersionDrawer)],
}))
