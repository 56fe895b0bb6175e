import { type PartnerStatement, partnerStatementStateText } from '@chauffeur/contract/partner/statement'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { exactTimeText } from '#ui/show/time.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { sumColumns, sumKey } from './statement-sums.tsx'

/** A statement on paper, or as a PDF by the browser: its sums and its total; each use is in the file of its lines. */
export default function PrintedStatement({ of, onDone }: { of: PartnerStatement; onDone: () => void }) {
  const by = useSession((state) => state.realName)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const end = () => done.current()
    window.addEventListener('afterprint', end)
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      window.removeEventListener('afterprint', end)
      cancelAnimationFrame(frame)
    }
  }, [])
  return createPortal(
    <section className="ui-printed settlement-printed" aria-hidden="true">
      <h1>{t('权益结算单 {no}', { no: of.statementNo })}</h1>
      <p>
        {t('合作渠道')} {of.channelName} · {t('结算月份')} {of.month} · {tr(partnerStatementStateText[of.state])}
      </p>
      <PlainTable rows={of.sums} rowKey={sumKey} columns={sumColumns()} label={t('结算汇总')} />
      <p className="settlement-total">
        {t('应收合计 {amount}，共 {n} 行', { amount: moneyText(of.totalFen), n: countText(of.lineCount) })}
      </p>
      {of.waitingCount > 0 ? (
        <p>
          {t('另有 {n} 次使用尚在审核，共 {amount}，列入以后的结算单。', {
            n: countText(of.waitingCount),
            amount: moneyText(of.waitingFen),
          })}
        </p>
      ) : null}
      <p className="settlement-sign">
        <span>{t('合作方（盖章）')}</span>
        <span>{t('我方（盖章）')}</span>
      </p>
      <p>{t('{by} 打印于 {at}', { by, at: exactTimeText(new Date().toISOString()) })}</p>
    </section>,
    document.body,
  )
}
