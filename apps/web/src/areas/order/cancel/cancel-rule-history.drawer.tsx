import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelStageText, caseConditions, driverConsequences, verdictText } from '#shared/order/cancel.view.ts'
import { Async } from '#ui/page/async.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { CancelRow } from './cancel-rule.view.ts'
import '#shared/city/scope-fields.css'

/** Every version of a rule, newest first, as it read. */
export function CancelRuleHistoryDrawer({ row, onClose }: { row: CancelRow | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  if (row !== null && row !== kept) setKept(row)
  return (
    <Drawer
      open={row !== null}
      title={kept ? t('规则 {code} 的历史', { code: kept.code }) : ''}
      size={560}
      onClose={onClose}
      destroyOnHidden
    >
      {kept ? <Versions rowId={kept.rowId} /> : null}
    </Drawer>
  )
}

function Versions({ rowId }: { rowId: string }) {
  const query = useCall(cancelRulesCalls.history, { rowId })
  return (
    <Async query={query}>
      {({ rows }) => (
        <ol className="dispatch-versions">
          {rows.map((row) => (
            <li key={row.version}>
              <header>
                <strong>{t('第 {n} 版', { n: row.version })}</strong>
                <EnabledTag enabled={row.enabled} />
                <span>{row.changedBy || t('系统')}</span>
                <Time at={row.changedAt} as="short" />
              </header>
              <p>
                {[row.stage === null ? t('任何阶段') : tr(cancelStageText[row.stage]), ...caseConditions(row)].join(t('，'))}
                {' → '}
                {[tr(verdictText[row.verdict]), t('客户付 {sum}', { sum: moneyText(row.feeFen) }), ...driverConsequences(row)].join(
                  t('，'),
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Async>
  )
}
