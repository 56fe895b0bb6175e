import { WITHDRAWAL_STATE, withdrawalStateText, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { type OpsWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { riskFlagText } from '@chauffeur/contract/finance/withdrawal-review-model'
import { columnsOf, letters } from '#kit/list/columns.tsx'
import type { ShownFilter } from '#kit/list/query-table.view.ts'
import type { filterKit } from '#kit/list/filters.ts'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive } from '#platform/live/live.ts'
import { t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { useNowMs } from '#ui/timing/ticker.ts'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { failureWords, flagLines, flagsWords, shortFlags, stateTone, stateWords } from './review.view.ts'

const NUMBER = 'W2611230000001'

export const State = ({ row }: { row: Pick<OpsWithdrawal, 'state'> }) => <Tag tone={stateTone[row.state]}>{stateWords(row.state)}</Tag>

/** How long it has waited, in red where that is too long; why it failed; when it was paid. */
export function Since({ row }: { row: OpsWithdrawal }) {
  const late = Date.parse(row.overdueAt ?? '') < useNowMs(30)
  const since = row.waitsSince
  if (row.state === WITHDRAWAL_STATE.failed) return <span title={failureWords(row.failCode).hint}>{failureWords(row.failCode).what}</span>
  if (since === null) return row.paidAt ? <Time at={row.paidAt} as="short" /> : null
  return (
    <span className={late ? 'ui-left-over' : undefined} title={late ? t('等待超过了提现规则的时限') : undefined}>
      <Time at={since} />
    </span>
  )
}

/** A line each, so that none is overlooked. */
export const Flags = ({ row }: { row: Pick<OpsWithdrawal, 'riskFlags'> }) => (
  <ul className="withdrawal-flags" aria-label={t('风险提示')}>
    {row.riskFlags.map((flag) => (
      <li key={flag}>{tr(riskFlagText[flag])}</li>
    ))}
  </ul>
)

const deductions = ({ feeFen, taxFen }: OpsWithdrawal) =>
  [feeFen > 0 ? t('费 {fee}', { fee: moneyText(feeFen) }) : '', taxFen > 0 ? t('税 {tax}', { tax: moneyText(taxFen) }) : '']
    .filter(Boolean)
    .join(' ')

/** What operations and finance both see of a withdrawal. */
export function sharedColumns() {
  const c = columnsOf<OpsWithdrawal>()
  return [
    c.opener('withdrawNo', t('提现单号'), { like: NUMBER, under: (row) => tr(row.cityName), shows: ['withdrawNo', 'cityName'] }),
    c.two(
      'state',
      t('状态'),
      (row) => <State row={row} />,
      (row) => <Since row={row} />,
      [...Object.values(withdrawalStateText).map(tr), letters(7)],
      { besidePx: 13, shows: ['state', 'failCode', 'paidAt'] },
    ),
    c.driver(),
    c.two(
      'applyFen',
      t('申请金额'),
      (row) => <Money fen={row.applyFen} />,
      (row) => tr(withdrawalWayText[row.way]),
      [moneyText(12_345_67), ...Object.values(withdrawalWayText).map(tr)],
      {
        align: 'right',
        sortable: true,
        shows: ['applyFen', 'way'],
        sum: (rows) => <Money fen={rows.reduce((sum, { applyFen }) => sum + applyFen, 0)} />,
      },
    ),
    c.two(
      'netFen',
      t('实付金额'),
      (row) => <Money fen={row.netFen} />,
      deductions,
      [moneyText(12_345_67), `${t('费 {fee}', { fee: moneyText(100) })} ${t('税 {tax}', { tax: moneyText(13_800) })}`],
      {
        align: 'right',
        shows: ['netFen', 'feeFen', 'taxFen'],
        sum: (rows) => <Money fen={rows.reduce((sum, { netFen }) => sum + netFen, 0)} />,
      },
    ),
    c.two(
      'riskFlags',
      t('风险提示'),
      (row) => <span title={flagsWords(row)}>{flagLines(row)[0]}</span>,
      (row) => flagLines(row)[1],
      shortFlags.map(tr),
      { shows: ['riskFlags'] },
    ),
    c.two(
      'audited',
      t('审核人'),
      (row) => (row.audited ? row.audited.name || t('系统') : ''),
      (row) => row.secondAudited?.name ?? (row.needsSecond ? t('须复核') : ''),
      [t('须复核'), letters(4)],
    ),
    c.text('orgName', t('机构'), undefined, { width: 110, optional: true }),
    c.time('createdAt', t('申请时间'), { sortable: true, optional: true }),
  ]
}

export const sharedFilters = (f: typeof filterKit) => [
  f.keyword(t('提现单号 / 司机姓名或工号')),
  f.city(),
  f.status('states', t('状态'), withdrawalStateText),
  f.word('way', t('提现方式'), withdrawalWayText, { more: true }),
  f.days('created', t('申请日期'), { more: true }),
  f.pick('driver', { more: true }),
]

/** What is asked of somebody first: those that wait, then those that failed. */
export const stateTabs = () => ({
  counts: withdrawalReviewCalls.counts,
  tabs: [
    { key: 'all', label: t('全部'), values: {} },
    { key: 'review', label: t('待审核'), values: { states: '10,20' } },
    { key: 'pay', label: t('待打款'), values: { states: '30' } },
    { key: 'onWay', label: t('打款中'), values: { states: '40,45' } },
    { key: 'failed', label: t('打款失败'), values: { states: '60' }, urgent: true },
    { key: 'paid', label: t('已到账'), values: { states: '50' } },
    { key: 'back', label: t('未付出'), values: { states: '70,80,90' } },
  ],
})

/** What all that the filters find comes to. */
export function Totals({ found: { input, ready } }: { found: ShownFilter }) {
  const { data } = useCall(withdrawalReviewCalls.totals, input as never, { silent: true, keepPrevious: true, enabled: ready })
  const again = useThrottled(() => refresh([withdrawalReviewCalls.counts, withdrawalReviewCalls.totals]), 2000)
  useLive('withdrawals', again, { onGap: again })
  if (!data) return null
  return (
    <span className="ui-number">
      {t('共 {n} 笔，申请 {apply}，扣除费税后 {net}', {
        n: countText(data.withdrawals),
        apply: moneyText(data.applyFen),
        net: moneyText(data.netFen),
      })}
    </span>
  )
}
