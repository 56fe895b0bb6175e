import { monitoringCalls } from '@chauffeur/contract/operations/monitoring'
import { Button } from 'antd'
import { useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { MonitorTable } from './monitor-table.tsx'
import { findingRows, invariantText, msText, type Health } from './monitoring.view.ts'

type Check = NonNullable<Health['ledger']>

/** What the last checks of the ledger found, and a way to check it now. */
export function MonitorLedger({ last }: { last: Health['ledger'] }) {
  const query = useCall(monitoringCalls.ledger, {}, { refetchIntervalS: 60, keepPrevious: true })
  const check = useSend(monitoringCalls.checkLedger, { refreshes: [monitoringCalls.ledger, monitoringCalls.overview] })
  const run = () =>
    check.send({}).then(
      ({ sound }) => (sound ? toast.success(t('账本核对无误')) : toast.error(t('账本核对发现问题'))),
      () => undefined,
    )
  return (
    <div className="monitor-stack">
      <div className="monitor-ledger">
        <span>
          {last ? (
            <>
              <Outcome check={last} /> {t('上次核对')} <Time at={last.at} />
            </>
          ) : (
            t('还没有核对过账本')
          )}
        </span>
        <Button size="small" loading={check.pending} onClick={() => void run()}>
          {t('立即核对')}
        </Button>
      </div>
      <Async query={query} skeleton={<Skeleton lines={8} />}>
        {({ checks, checked }) => (
          <>
            <MonitorTable
              label={t('核对项目')}
              rows={checked}
              rowKey={(row) => row.invariant}
              none={t('还没有核对过账本')}
              alarm={(row) => row.findings.length > 0}
              cells={[
                {
                  title: t('校验项'),
                  cell: (row) => <span title={row.invariant}>{tr(invariantText[row.invariant] ?? row.invariant)}</span>,
                },
                {
                  title: t('结果'),
                  width: '120px',
                  cell: (row) => (row.findings.length > 0 ? <Tag tone="lost">{t('有问题')}</Tag> : <Tag tone="done">{t('正确')}</Tag>),
                },
                {
                  title: t('问题数'),
                  end: true,
                  width: '100px',
                  cell: (row) => (row.findings.length >= 20 ? '20+' : row.findings.length),
                },
              ]}
            />
            {checked.some(({ findings }) => findings.length > 0) ? (
              <MonitorTable
                label={t('问题明细')}
                rows={findingRows(checked)}
                rowKey={(row) => `${row.invariant} ${row.tenant} ${row.what}`}
                none=""
                cells={[
                  { title: t('租户'), width: '80px', cell: (row) => row.tenant || '—' },
                  { title: t('校验项'), cell: (row) => tr(invariantText[row.invariant] ?? row.invariant) },
                  { title: t('对象'), cell: (row) => <code>{row.what}</code> },
                  { title: t('情况'), cell: (row) => <code>{row.why}</code> },
                ]}
              />
            ) : null}
            <MonitorTable
              label={t('最近核对')}
              rows={checks}
              rowKey={(row) => row.checkId}
              none={t('还没有核对过账本')}
              alarm={(row) => !row.sound}
              cells={[
                { title: t('时间'), cell: (row) => <Time at={row.at} as="exact" /> },
                { title: t('结果'), cell: (row) => <Outcome check={row} /> },
                { title: t('分录'), end: true, cell: (row) => countText(row.entries) },
                { title: t('账户'), end: true, cell: (row) => countText(row.accounts) },
                { title: t('耗时'), end: true, cell: (row) => msText(row.durationMs) },
                { title: t('发起人'), cell: (row) => row.checkedBy ?? t('自动') },
              ]}
            />
          </>
        )}
      </Async>
    </div>
  )
}

function Outcome({ check }: { check: Check }) {
  return check.sound ? <Tag tone="done">{t('全部正确')}</Tag> : <Tag tone="lost">{t('{n} 项有问题', { n: check.broken })}</Tag>
}
