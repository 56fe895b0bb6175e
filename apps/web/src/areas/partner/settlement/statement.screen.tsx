import { type PartnerStatement, partnerStatementCalls as calls, partnerStatementStateText } from '@chauffeur/contract/partner/statement'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { Timeline } from '#kit/detail/timeline.tsx'
import { toast } from '#platform/browser/events.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { LineList } from './lines.list.tsx'
import { eventWords, STATEMENTS, statementReads, statementTone } from './settlement.view.ts'
import { Sums } from './statement-payments.tsx'
import './settlement.css'

const ConfirmForm = lazyPiece(async () => ({ default: (await import('./statement-forms.tsx')).ConfirmForm }))
const PaymentForm = lazyPiece(async () => ({ default: (await import('./statement-forms.tsx')).PaymentForm }))
const OffsetForm = lazyPiece(async () => ({ default: (await import('./payment-forms.tsx')).OffsetForm }))
const RefundForm = lazyPiece(async () => ({ default: (await import('./payment-forms.tsx')).RefundForm }))
const PrintedStatement = lazyPiece(() => import('./statement-print.tsx'))

export default defineDetail(
  'partnerStatementId',
  () => ({ title: t('结算单'), noId: t('地址里没有结算单编号'), list: [STATEMENTS, t('去合作方结算')] }),
  StatementPage,
)

type Asked = 'confirm' | 'pay' | 'offset' | 'refund' | 'send' | 'finalize' | 'print' | null

function StatementPage({ id: partnerStatementId }: { id: string }) {
  const query = useCall(calls.view, { partnerStatementId }, { saysRefusals: true })
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const reckon = useSend(calls.reckon, { refreshes: statementReads })
  const send = useSend(calls.send, { refreshes: statementReads })
  const finalize = useSend(calls.finalize, { refreshes: statementReads })
  const ours = useMay(calls.make)
  const row = query.data
  const one = row && { partnerStatementId, version: row.version }
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ channelName, month }) => `${channelName} ${month}`}
        tabTitle={({ month }) => t('结算 {month}', { month })}
        status={({ state }) => <Tag tone={statementTone[state]}>{tr(partnerStatementStateText[state])}</Tag>}
        actions={({ allowedActions }) => (
          <>
            <Button onClick={() => setAsked('print')}>{t('打印')}</Button>
            {allowedActions.includes('reckon') ? (
              <Button
                loading={reckon.pending}
                onClick={() =>
                  void reckon
                    .send(one!)
                    .then(() => toast.success(t('已按最新审核结论重新计算')))
                    .catch(() => undefined)
                }
              >
                {t('重新计算')}
              </Button>
            ) : null}
            {allowedActions.includes('send') ? (
              <Button type="primary" onClick={() => setAsked('send')}>
                {t('发送给合作方')}
              </Button>
            ) : null}
            {allowedActions.includes('confirm') ? (
              <Button type="primary" onClick={() => setAsked('confirm')}>
                {ours ? t('登记合作方确认') : t('确认结算单')}
              </Button>
            ) : null}
            {allowedActions.includes('finalize') ? (
              <Button type="primary" onClick={() => setAsked('finalize')}>
                {t('定稿入账')}
              </Button>
            ) : null}
            {allowedActions.includes('pay') ? (
              <Button type="primary" onClick={() => setAsked('pay')}>
                {t('登记付款')}
              </Button>
            ) : null}
            {allowedActions.includes('refund') ? <Button onClick={() => setAsked('refund')}>{t('登记退还')}</Button> : null}
            {allowedActions.includes('offset') ? (
              <Button type="primary" onClick={() => setAsked('offset')}>
                {t('抵扣〔结算〕')}
              </Button>
            ) : null}
          </>
        )}
        tabs={(known) => [
          { key: 'lines', label: t('逐笔明细'), children: <LineList partnerStatementId={partnerStatementId} /> },
          { key: 'sums', label: t('汇总与付款'), children: <Sums of={known} /> },
          {
            key: 'log',
            label: t('办理记录'),
            children: (
              <Timeline
                label={t('办理记录')}
                steps={known.events.map(({ event, actorName, reason, at }, n) => ({
                  key: n,
                  at,
                  title: eventWords(event),
                  tone: 'done',
                  by: actorName || t('系统'),
                  reason,
                }))}
              />
            ),
          },
        ]}
      >
        {(known) => <Head of={known} />}
      </DetailPage>
      {row ? (
        <>
          <WhenOpened open={asked === 'confirm'}>
            <ConfirmForm of={row} byHand={ours} open={asked === 'confirm'} onClose={close} />
          </WhenOpened>
          <WhenOpened open={asked === 'pay'}>
            <PaymentForm of={row} open={asked === 'pay'} onClose={close} />
          </WhenOpened>
          <WhenOpened open={asked === 'offset'}>
            <OffsetForm of={row} open={asked === 'offset'} onClose={close} />
          </WhenOpened>
          <WhenOpened open={asked === 'refund'}>
            <RefundForm of={row} open={asked === 'refund'} onClose={close} />
          </WhenOpened>
          {asked === 'print' ? <PrintedStatement of={row} onDone={close} /> : null}
          <ConfirmDialog
            open={asked === 'send'}
            title={t('发送 {no}', { no: row.statementNo })}
            okText={t('发送给合作方')}
            onConfirm={() => send.send(one!)}
            onClose={close}
          >
            {t('发送后合作方账号可以查看、确认或提出异议；内容不再变化，之后的审核结论列入下期更正。')}
          </ConfirmDialog>
          <ConfirmDialog
            open={asked === 'finalize'}
            title={t('定稿 {no}', { no: row.statementNo })}
            okText={t('定稿入账')}
            onConfirm={() => finalize.send(one!)}
            onClose={close}
          >
            {t('定稿后记入应收合作方款 {amount}，不能撤回。', { amount: moneyText(row.totalFen) })}
          </ConfirmDialog>
        </>
      ) : null}
    </>
  )
}

function Head({ of }: { of: PartnerStatement }) {
  return (
    <>
      <StatTiles
        label={t('结算金额')}
        stats={[
          {
            name: t('应收'),
            value: <Money fen={of.totalFen} change={of.totalFen < 0} />,
            note: t('共 {n} 行', { n: countText(of.lineCount) }),
          },
          ...(of.totalFen < 0
            ? [
                { name: t('已退还'), value: <Money fen={-of.paidFen} /> },
                { name: t('待退还'), value: <Money fen={of.state === 'FINAL' ? of.paidFen - of.totalFen : null} /> },
              ]
            : [
                { name: t('已收'), value: <Money fen={of.paidFen} /> },
                { name: t('未收'), value: <Money fen={of.state === 'FINAL' ? of.totalFen - of.paidFen : null} /> },
              ]),
          { name: t('待处理异议'), value: countText(of.openCount), alarm: of.openCount > 0 },
        ]}
      />
      {of.waitingCount > 0 ? (
        <Alert
          type="info"
          showIcon
          className="settlement-waiting"
          title={t('截至计算时有 {n} 次使用尚在审核，共 {amount}，未列入本单，审核通过后列入以后的结算单。', {
            n: countText(of.waitingCount),
            amount: moneyText(of.waitingFen),
          })}
        />
      ) : null}
    </>
  )
}
