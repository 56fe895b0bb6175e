import { auditReasonText, auditStatusText, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { auditRuleText } from '@chauffeur/contract/order/right-audit-rules'
import { choicesFrom } from '#kit/list/filters.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { joined, t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Remaining } from '#ui/show/time.tsx'
import { ORDER_NO } from '../model/order-cells.tsx'
import { stateTone, stateWords, whyWords } from './audit.view.ts'
import './audit.css'

const CaseDrawer = lazyPiece(() => import('./case.drawer.tsx'))

/** Every use of a right, with what its audit came to. */
export default defineList(rightAuditCalls.list, ({ c, f, a }) => ({
  name: 'order.rightAudits',
  title: t('权益订单'),
  rowKey: (row) => row.orderId,
  rowName: (row) => row.orderNo,
  open: ['look'],
  fills: t('用合作方权益付款的订单报单后出现在这里；命中风险规则或被抽中的须经审核才与合作方结算。'),
  filters: [
    f.keyword(t('订单号')),
    f.status('states', t('审核状态'), auditStatusText),
    f.city(),
    f.choice(
      'rightId',
      t('权益'),
      choicesFrom(rightAuditCalls.dict, {}, ({ rights }) => rights.map(({ rightId, name }) => ({ key: rightId, value: name }))),
    ),
    f.pick('channel', { more: true }),
    f.word('rule', t('命中规则'), auditRuleText),
    f.word('reason', t('不通过原因'), auditReasonText, { more: true }),
    f.pick('driver', { more: true }),
    f.pick('customer', { more: true }),
    f.days('used', t('使用时间')),
  ],
  columns: [
    c.opener('orderNo', t('订单号'), { like: ORDER_NO, under: (row) => tr(row.cityName), shows: ['orderNo', 'cityName'] }),
    c.two(
      'state',
      t('审核状态'),
      (row) => <Tag tone={stateTone[row.state]}>{stateWords(row)}</Tag>,
      (row) => (row.claimed ? <Remaining until={row.claimed.until} /> : (row.final?.name ?? row.reviewed?.name ?? '')),
      Object.values(auditStatusText).map(tr),
      { besidePx: 13, shows: ['state', 'reason'] },
    ),
    c.text('hits', t('为什么审核'), (row) => joined(whyWords(row)), { width: 200, shows: ['hits', 'sampled', 'byHand'] }),
    c.two(
      'rightName',
      t('权益'),
      (row) => row.rightName,
      (row) => row.channelName,
      [letters(10)],
      { shows: ['rightName', 'channelName'] },
    ),
    c.driver(),
    c.phone('customerPhone', t('客户电话'), { dial: (row) => ({ of: 'ORDER_CONTACT', id: row.orderId }) }),
    c.two(
      'coveredFen',
      t('权益抵扣'),
      (row) => <Money fen={row.coveredFen} />,
      (row) => t('账单 {sum}', { sum: moneyText(row.totalFen) }),
      [t('账单 {sum}', { sum: moneyText(123_45) })],
      { align: 'right', shows: ['coveredFen', 'totalFen'] },
    ),
    c.distance('distanceM', t('里程')),
    c.text(
      'note',
      t('说明'),
      (row) => [row.reason && tr(auditReasonText[row.reason]), row.note, row.finalNote].filter(Boolean).join(t('；')),
      {
        optional: true,
        width: 200,
        shows: ['reason', 'note', 'finalNote'],
      },
    ),
    c.time('usedAt', t('使用时间'), { sortable: true }),
  ],
  actions: [a.look(CaseDrawer, { label: t('查看') })],
  live: { topic: 'orders', about: ({ event }) => event.startsWith('rightAudit'), rowOf: ({ orderId }) => orderId },
  pollS: { live: 60, otherwise: 15 },
}))
