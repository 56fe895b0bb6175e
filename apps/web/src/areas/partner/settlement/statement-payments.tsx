import { type PartnerStatement, paymentKindText } from '@chauffeur/contract/partner/statement'
import { Button } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { statementPath } from './settlement.view.ts'
import { sumColumns, sumKey } from './statement-sums.tsx'

const TakeBackForm = lazyPiece(async () => ({ default: (await import('./payment-forms.tsx')).TakeBackForm }))
type Payment = PartnerStatement['payments'][number]

/** What a statement comes to, what was paid on it, and who did what to it. */
export function Sums({ of }: { of: PartnerStatement }) {
  const [back, setBack] = useState<Payment | null>(null)
  return (
    <div className="settlement-sums">
      <Panel>
        <PlainTable rows={of.sums} rowKey={sumKey} columns={sumColumns()} label={t('结算汇总')} />
      </Panel>
      {of.payments.length > 0 ? (
        <Panel>
          <PlainTable
            rows={of.payments}
            rowKey={({ partnerPaymentId }) => partnerPaymentId}
            label={t('已收款项')}
            rowProps={({ takenBackAt }) => ({ className: takenBackAt === null ? '' : 'settlement-taken-back' })}
            columns={[
              { title: t('到账日期'), cell: ({ paidOn }) => paidOn, head: true },
              { title: t('类型'), cell: ({ kind }) => tr(paymentKindText[kind]) },
              { title: t('转账流水号'), cell: (row) => <Reference of={row} /> },
              { title: t('金额'), cell: ({ amountFen }) => <Money fen={amountFen} />, end: true },
              { title: t('登记人'), cell: ({ enteredByName }) => enteredByName },
              { title: t('备注'), cell: (row) => <Remark of={row} /> },
              {
                title: t('操作'),
                cell: (row) =>
                  row.allowedActions.includes('takeBack') ? (
                    <Button size="small" danger onClick={() => setBack(row)}>
                      {t('冲销')}
                    </Button>
                  ) : null,
              },
            ]}
          />
        </Panel>
      ) : null}
      <Panel>
        <Facts
          facts={[
            [t('结算单号'), of.statementNo],
            [t('计算时间'), <Time key="at" at={of.reckonedAt} as="exact" />],
            of.sentAt !== null && [t('发送'), <By key="sent" name={of.sentByName} at={of.sentAt} />],
            of.confirmedAt !== null && [
              of.confirmedWay === 'HAND' ? t('登记确认') : t('合作方确认'),
              <By key="confirmed" name={of.confirmedByName} at={of.confirmedAt} />,
            ],
            of.confirmNote !== '' && [t('确认说明'), of.confirmNote],
            of.finalAt !== null && [t('定稿'), <By key="final" name={of.finalByName} at={of.finalAt} />],
          ]}
        />
      </Panel>
      {back ? (
        <WhenOpened open>
          <TakeBackForm payment={back} open onClose={() => setBack(null)} />
        </WhenOpened>
      ) : null}
    </div>
  )
}

/** The bank's number, or the statement that it was set off with. */
function Reference({ of }: { of: Payment }) {
  if (of.otherStatementId === null) return of.reference
  return <a href={`#${statementPath({ partnerStatementId: of.otherStatementId })}`}>{of.otherStatementNo}</a>
}

function Remark({ of }: { of: Payment }) {
  if (of.takenBackAt === null) return of.remark
  return (
    <>
      {t('{by} 冲销：{reason}', { by: of.takenBackByName, reason: of.takenBackReason })} <Time at={of.takenBackAt} as="exact" />
    </>
  )
}

const By = ({ name, at }: { name: string; at: string }) => (
  <>
    {name} <Time at={at} as="exact" />
  </>
)
