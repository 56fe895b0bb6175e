import { type ReconDetailRow, reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconResolutionText, reconResultText } from '@chauffeur/contract/finance/reconciliation-model'
import { reconKindText } from '@chauffeur/contract/finance/statement'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { none } from '#kit/list/columns.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { durationText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { askAboutItems } from './ask.ts'
import { businessWords, ourWords, proposedWords, resultTone, theirWords } from './reconciliation.view.ts'
import './reconciliation.css'

const ResolveForm = lazyPiece(() => import('./resolve.form.tsx'))
const DecideForm = lazyPiece(() => import('./decide.form.tsx'))
const RetryForm = lazyPiece(async () => ({ default: (await import('./retry.form.tsx')).RetryItemForm }))

/** One item: ours and theirs side by side, what differs in one column, and what can be done about it. */
export default function ItemDrawer({ row, onClose }: { row: ReconDetailRow | null; onClose: () => void }) {
  return (
    <KeptDrawer
      row={row}
      size={720}
      title={(shown) => (
        <>
          {shown.outDetailNo} <Tag tone={resultTone[shown.result]}>{tr(reconResultText[shown.result])}</Tag>
        </>
      )}
      onClose={onClose}
    >
      {(shown) => <Item row={shown} onDone={onClose} />}
    </KeptDrawer>
  )
}

interface Side {
  what: string
  ours: ReactNode
  theirs: ReactNode
  differs: ReactNode
}
const mono = (text: string) => (text ? <span className="recon-mono">{text}</span> : none)

function sidesOf(row: ReconDetailRow): Side[] {
  const apartS = row.ourTime && row.channelTime ? Math.round((Date.parse(row.channelTime) - Date.parse(row.ourTime)) / 1000) : 0
  return [
    { what: t('单号'), ours: mono(row.outDetailNo), theirs: mono(row.channelNo), differs: none },
    {
      what: t('金额'),
      ours: <Money fen={row.ourFen || null} />,
      theirs: <Money fen={row.channelFen || null} />,
      differs:
        row.varianceFen === 0 ? (
          none
        ) : (
          <Differs>
            <Money fen={row.varianceFen} change />
          </Differs>
        ),
    },
    {
      what: t('状态'),
      ours: ourWords(row) || none,
      theirs: theirWords(row) || none,
      differs: row.result === 4 ? <Differs>{tr(reconResultText[4])}</Differs> : none,
    },
    {
      what: t('时间'),
      ours: <Time at={row.ourTime} as="exact" />,
      theirs: <Time at={row.channelTime} as="exact" />,
      differs: apartS === 0 ? none : durationText(Math.abs(apartS)),
    },
  ]
}
const Differs = ({ children }: { children: ReactNode }) => <span className="recon-differs">{children}</span>

function Item({ row, onDone }: { row: ReconDetailRow; onDone: () => void }) {
  return (
    <>
      <PlainTable
        className="recon-beside"
        label={t('我方与渠道对照')}
        rows={sidesOf(row)}
        rowKey={({ what }) => what}
        columns={[
          { title: t('项目'), head: true, width: '64px', cell: ({ what }) => what },
          { title: t('我方'), cell: ({ ours }) => ours },
          { title: t('渠道'), cell: ({ theirs }) => theirs },
          { title: t('差异'), width: '120px', cell: ({ differs }) => differs },
        ]}
      />
      <Facts
        as="pairs"
        facts={[
          [t('批次'), row.batchNo],
          [t('类型'), tr(reconKindText[row.kind])],
          [businessWords(row), row.businessNo],
          [t('账单行'), row.lineNo],
          row.result !== 0 && [t('处理结果'), row.proposed ? proposedWords(row.proposed) : tr(reconResolutionText[row.resolution])],
          row.proposed !== null && [t('提出人'), row.proposedBy],
          row.resolvedAt !== null && [t('处理人'), row.resolvedBy || t('系统')],
          row.resolvedAt !== null && [t('处理时间'), <Time key="at" at={row.resolvedAt} as="exact" />],
          row.reason !== '' && [t('说明'), row.reason],
        ]}
      />
      <Actions row={row} onDone={onDone} />
    </>
  )
}

/** What is done changes the item: the list behind shows it as it is then. */
function Actions({ row, onDone }: { row: ReconDetailRow; onDone: () => void }) {
  const [doing, setDoing] = useState<'resolve' | 'decide' | 'retry' | null>(null)
  const mays = {
    resolve: useMay(reconciliationCalls.resolve),
    decide: useMay(reconciliationCalls.decide),
    refresh: useMay(reconciliationCalls.refresh),
    retry: useMay(reconciliationCalls.retry),
  }
  const can = (action: keyof typeof mays) => mays[action] && row.allowedActions.includes(action)
  const form = { row, onClose: () => setDoing(null), onSaved: onDone }
  return (
    <div className="recon-item-actions">
      {can('resolve') ? (
        <Button type="primary" onClick={() => setDoing('resolve')}>
          {t('处理差异')}
        </Button>
      ) : null}
      {can('decide') ? (
        <Button type="primary" onClick={() => setDoing('decide')}>
          {t('复核差异')}
        </Button>
      ) : null}
      {can('refresh') ? <Button onClick={() => void askAboutItems([row.detailId])}>{t('查询渠道')}</Button> : null}
      {can('retry') ? (
        <Button danger onClick={() => setDoing('retry')}>
          {t('重试付款')}
        </Button>
      ) : null}
      <WhenOpened open={doing === 'resolve'}>
        <ResolveForm open={doing === 'resolve'} {...form} />
      </WhenOpened>
      <WhenOpened open={doing === 'decide'}>
        <DecideForm open={doing === 'decide'} {...form} />
      </WhenOpened>
      <WhenOpened open={doing === 'retry'}>
        <RetryForm open={doing === 'retry'} {...form} />
      </WhenOpened>
    </div>
  )
}
