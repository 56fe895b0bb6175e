import { rightCalls } from '@chauffeur/contract/pricing/right'
import { rightGrantCalls, type RightGrantRow, rightGrantStateText, rightWayText } from '@chauffeur/contract/pricing/right-grant'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { choicesFrom } from '#kit/list/filters.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { distanceText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

const RevokeDialog = lazyPiece(() => import('./revoke.dialog.tsx'))

const tone: Record<RightGrantRow['state'], Tone> = { ACTIVE: 'idle', EXHAUSTED: 'done', EXPIRED: 'off', REVOKED: 'lost' }
const usedWords = (row: RightGrantRow): string => {
  if (row.unit === 'AMOUNT') return `${moneyText(row.usedFen)} / ${moneyText(row.amountFen ?? 0)}`
  return row.unit === 'KM' ? `${distanceText(row.usedM)} / ${distanceText(row.distanceM ?? 0)}` : `${row.usedTimes} / ${row.times ?? 0}`
}

/** What customers were given of rights, and how much of it is used. */
export default defineList(rightGrantCalls.list, ({ c, f }) => ({
  name: 'pricing.rightGrants',
  title: t('已发放权益'),
  rowKey: (row) => row.rightGrantId,
  rowName: (row) => row.rightName,
  fills: <a href="#/Marketing/Rights">{t('在合作方权益中发放。')}</a>,
  filters: [
    f.keyword(t('权益名称或编号')),
    f.choice(
      'rightId',
      t('权益'),
      choicesFrom(rightCalls.find, {}, ({ rows }) => rows.map(({ id, name }) => ({ key: id, value: name }))),
    ),
    f.pick('customer'),
    f.word('state', t('状态'), rightGrantStateText),
    f.word('way', t('发放方式'), rightWayText),
  ],
  columns: [
    c.two(
      'rightName',
      t('权益'),
      (row) => row.rightName,
      (row) => row.channelName,
      [letters(10)],
      { shows: ['rightName', 'channelName'] },
    ),
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName,
      (row) => row.phone,
      { shows: ['customerName', 'phone'] },
    ),
    c.status('state', t('状态'), rightGrantStateText, tone),
    c.text('quantity', t('已用 / 发放'), usedWords, { align: 'right' }),
    c.time('expiresAt', t('有效期至')),
    c.word('way', t('发放方式'), rightWayText),
    c.time('grantedAt', t('发放时间')),
    c.text('grantedBy', t('发放人')),
    c.text('revokeReason', t('收回原因'), undefined, { optional: true }),
  ],
  actions: [{ key: 'revoke', label: t('收回'), danger: true, Dialog: RevokeDialog }],
}))
