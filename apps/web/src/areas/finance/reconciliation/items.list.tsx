import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconResolutionText, reconResultText } from '@chauffeur/contract/finance/reconciliation-model'
import { useMemo } from 'react'
import { t, tr } from '#platform/text/text.ts'
import { defineList } from '#kit/list/define.list.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { askAboutItems } from './ask.ts'
import { ItemsBar } from './bulk-bars.tsx'
import { ourWords, proposedWords, resultTone, theirWords } from './reconciliation.view.ts'
import './reconciliation.css'

const ItemDrawer = lazyPiece(() => import('./item.drawer.tsx'))
const ResolveForm = lazyPiece(() => import('./resolve.form.tsx'))
const DecideForm = lazyPiece(() => import('./decide.form.tsx'))
const RetryForm = lazyPiece(async () => ({ default: (await import('./retry.form.tsx')).RetryItemForm }))

const Items = defineList(reconciliationCalls.details, ({ c, f, a }) => ({
  name: 'finance.reconItems',
  title: t('对账明细'),
  inside: true,
  rowKey: (row) => row.detailId,
  rowName: (row) => row.outDetailNo,
  open: ['look'],
  fills: t('对账完成后，账单的每一笔和我方的每一笔都列在这里。'),
  filters: [
    f.keyword(t('我方单号或渠道流水号')),
    f.flag('differs', t('差异'), t('只看差异'), t('只看一致')),
    f.flag('open', t('处理结果'), t('未处理'), t('已处理')),
    f.word('result', t('结果'), reconResultText),
  ],
  columns: [
    c.opener('outDetailNo', t('我方单号'), { like: 'W20261122000000A1000000000000000', under: (row) => row.businessNo }),
    c.two(
      'ours',
      t('我方'),
      (row) => <Money fen={row.ourFen || null} />,
      (row) => ourWords(row),
      [moneyText(12_345_67), t('打款失败')],
      { shows: ['ourFen', 'ourState'], align: 'right' },
    ),
    c.two(
      'theirs',
      t('渠道'),
      (row) => <Money fen={row.channelFen || null} />,
      (row) => theirWords(row),
      [moneyText(12_345_67), t('已到账')],
      { shows: ['channelFen', 'channelState'], align: 'right' },
    ),
    c.two(
      'result',
      t('差异'),
      (row) => <Tag tone={resultTone[row.result]}>{tr(reconResultText[row.result])}</Tag>,
      (row) => (row.varianceFen === 0 ? '' : <Money fen={row.varianceFen} change />),
      [...Object.values(reconResultText).map(tr), moneyText(-12_345_67)],
      { shows: ['result', 'varianceFen'], besidePx: 13 },
    ),
    c.two(
      'resolution',
      t('处理结果'),
      (row) =>
        row.proposed ? (
          <Tag tone="wait">{proposedWords(row.proposed)}</Tag>
        ) : row.result === 0 ? (
          ''
        ) : (
          tr(reconResolutionText[row.resolution])
        ),
      (row) => row.resolvedBy || row.proposedBy,
      [t('核销待复核'), t('备注待复核')],
      { shows: ['resolution', 'resolvedBy'], besidePx: 13 },
    ),
    c.time('ourTime', t('我方时间')),
    c.time('channelTime', t('渠道时间')),
    c.text('channelNo', t('渠道流水号'), undefined, { optional: true }),
    c.text('reason', t('说明'), undefined, { optional: true }),
  ],
  actions: [
    a.look(ItemDrawer),
    { key: 'resolve', label: t('处理差异'), letter: 'S', may: reconciliationCalls.resolve, Dialog: ResolveForm },
    { key: 'decide', label: t('复核差异'), letter: 'D', may: reconciliationCalls.decide, Dialog: DecideForm },
    {
      key: 'refresh',
      label: t('查询渠道'),
      letter: 'Q',
      may: reconciliationCalls.refresh,
      run: ({ detailId }) => askAboutItems([detailId]),
    },
    { key: 'retry', label: t('重试付款'), danger: true, may: reconciliationCalls.retry, Dialog: RetryForm },
  ],
  bulk: { may: reconciliationCalls.refresh, Bar: ItemsBar },
}))

/** Every line of a batch's statement and everything of ours, side by side. */
export function ItemList({ batchId }: { batchId: string }) {
  return <Items fixed={useMemo(() => ({ batchId }), [batchId])} />
}
