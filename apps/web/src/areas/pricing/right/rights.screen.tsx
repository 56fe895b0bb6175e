import { rightCalls, rightExcessText, type RightRow, rightStateText, rightUnitText } from '@chauffeur/contract/pricing/right'
import { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { RightCouponsImport, RightsBar } from './rights-bar.tsx'
import { coverWords, priceWords, rightTone, stockWords, validityWords } from './right.view.ts'

const RightForm = lazyPiece(() => import('./right.form.tsx'))
const RightDrawer = lazyPiece(() => import('./right.drawer.tsx'))
const CouponsDialog = lazyPiece(() => import('./coupons.dialog.tsx'))
const DecideDialog = lazyPiece(() => import('./decide.dialog.tsx'))

const GiveDialog = lazyPiece(async () => ({ default: (await import('./give.dialog.tsx')).GiveDialog }))
const GiveFileDialog = lazyPiece(async () => ({ default: (await import('./give.dialog.tsx')).GiveFileDialog }))

const move = (event: 'submit' | 'turnOff' | 'turnOn') => ({
  send: ({ rightId, version }: RightRow) => sendCall(rightCalls.move, { rightId, version, event }),
  refreshes: [rightCalls.view, rightCalls.find],
})

/** What partners pay for: how much of each trip, where, when, how often, and at which price. */
export default defineList(rightCalls.list, ({ c, f, a }) => ({
  name: 'pricing.rights',
  title: t('合作方权益'),
  rowKey: (row) => row.rightId,
  rowName: (row) => row.name,
  open: ['look'],
  fills: t('按与合作方的合同新建权益，经另一人审核启用后即可在接单台使用。'),
  bulk: { may: rightCouponCalls.batchSet, Bar: RightsBar, beside: 'title' },
  Buttons: RightCouponsImport,
  add: { may: rightCalls.create, label: t('新建权益'), Dialog: RightForm },
  filters: [
    f.keyword(t('名称、编号或备注')),
    f.pick('channel'),
    f.word('unit', t('计量方式'), rightUnitText),
    f.word('state', t('状态'), rightStateText),
    f.city(),
  ],
  columns: [
    c.opener('name', t('权益'), { like: letters(12), under: (row) => row.rightNo }),
    c.of(
      'state',
      t('状态'),
      (row) => (row.ended ? <Tag tone="off">{t('已到期')}</Tag> : <Tag tone={rightTone[row.state]}>{tr(rightStateText[row.state])}</Tag>),
      [...Object.values(rightStateText).map(tr), t('已到期')],
      { shows: ['state', 'ended'], besidePx: 16 },
    ),
    c.text('channelName', t('合作渠道')),
    c.two(
      'cover',
      t('每单抵扣'),
      coverWords,
      (row) => `${tr(rightUnitText[row.unit])} · ${tr(rightExcessText[row.excess])}`,
      [letters(10)],
      {
        shows: ['coverKind', 'unit', 'excess'],
      },
    ),
    c.text('validity', t('有效期'), validityWords),
    c.text('stock', t('每日库存'), stockWords, { align: 'right', optional: true }),
    c.count('granted', t('已发放')),
    c.count('used', t('已使用')),
    c.text('price', t('结算价'), priceWords),
    c.cities((row) => row.cityIds, { optional: true }),
    c.text('remark', t('备注'), undefined, { optional: true }),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    a.look(RightDrawer),
    a.edit(RightForm),
    {
      key: 'submit',
      label: t('提交审核'),
      letter: 'S',
      confirm: { ...move('submit'), text: ({ name }) => t('提交后由另一位有权限的人员审核 {name}。', { name }), done: t('已提交') },
    },
    { key: 'approve', label: t('审核'), letter: 'A', can: (row) => row.allowedActions.includes('sendBack'), Dialog: DecideDialog },
    { key: 'grant', label: t('发给客户'), letter: 'G', Dialog: GiveDialog },
    { key: 'grantFile', label: t('按名单发放'), can: (row) => row.allowedActions.includes('grant'), Dialog: GiveFileDialog },
    {
      key: 'coupons',
      label: t('随发优惠券'),
      may: rightCouponCalls.batchSet,
      can: (row) => row.allowedActions.includes('edit'),
      Dialog: CouponsDialog,
    },
    { key: 'turnOn', label: t('启用'), confirm: { ...move('turnOn'), done: t('已启用') } },
    {
      key: 'turnOff',
      label: t('停用'),
      danger: true,
      confirm: {
        ...move('turnOff'),
        text: ({ name }) => t('停用后新订单不能再用 {name}；已占用的订单照常结算，客户的余量保留。', { name }),
        done: t('已停用'),
      },
    },
  ],
}))
