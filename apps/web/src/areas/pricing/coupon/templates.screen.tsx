import {
  couponEventText,
  couponTemplateCalls,
  couponTemplateStatusText,
  couponTypeText,
  type CouponTemplateRow,
  funderText,
} from '@chauffeur/contract/pricing/coupon-template'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { stockWords, templateTone, validityWords, worthWords } from './coupon.view.ts'

const CouponForm = lazyPiece(() => import('./coupon.form.tsx'))
const GiveDialog = lazyPiece(async () => ({ default: (await import('./give.dialog.tsx')).GiveDialog }))
const GiveGroupDialog = lazyPiece(async () => ({ default: (await import('./give.dialog.tsx')).GiveGroupDialog }))
const GiveFileDialog = lazyPiece(() => import('./give-file.dialog.tsx'))
const MakeCodesDialog = lazyPiece(async () => ({ default: (await import('./give.dialog.tsx')).MakeCodesDialog }))

const move = (event: 'turnOn' | 'turnOff' | 'remove') => ({
  send: ({ couponTemplateId, version }: CouponTemplateRow) => sendCall(couponTemplateCalls.move, { couponTemplateId, version, event }),
  refreshes: [couponTemplateCalls.find],
})

/** What is promised to customers, by whom it is paid, and how much of it is left. */
export default defineList(couponTemplateCalls.list, ({ c, f, a }) => ({
  name: 'pricing.couponTemplates',
  title: t('优惠券模板'),
  rowKey: (row) => row.couponTemplateId,
  rowName: (row) => row.name,
  open: ['edit'],
  fills: t('新建模板并启用后，可发给客户、客户分组，或制作兑换码。'),
  add: { may: couponTemplateCalls.save, label: t('新建优惠券'), Dialog: CouponForm },
  filters: [
    f.keyword(t('名称或备注')),
    f.word('type', t('类型'), couponTypeText),
    f.word('funder', t('承担方'), funderText),
    f.word('status', t('状态'), { '0': couponTemplateStatusText[0], '1': couponTemplateStatusText[1], '2': couponTemplateStatusText[2] }),
    f.city(),
  ],
  columns: [
    c.opener('name', t('优惠券'), { like: letters(12), under: (row) => tr(couponTypeText[row.type]) }),
    c.status('status', t('状态'), couponTemplateStatusText, templateTone),
    c.text('worth', t('优惠'), worthWords, {
      like: worthWords({ type: 'RATE', faceFen: null, rateBp: 8_500, maxFen: 10_000, minSubtotalFen: 0 }),
    }),
    c.text('validity', t('有效期'), validityWords, { like: letters(12) }),
    c.text('stock', t('已发放'), stockWords, { align: 'right' }),
    c.count('used', t('已使用')),
    c.text('funder', t('承担方'), (row) => row.funderName || tr(funderText[row.funder])),
    c.text('pricePoints', t('兑换所需积分'), (row) => (row.pricePoints === null ? '' : String(row.pricePoints)), {
      align: 'right',
      optional: true,
    }),
    c.cities((row) => row.cityIds),
    c.text('groupNames', t('可领取分组'), (row) => joined(row.groupNames) || t('所有客户'), { optional: true }),
    c.text('grantedOn', t('自动发放'), (row) => (row.grantedOn ? tr(couponEventText[row.grantedOn]) : ''), { optional: true }),
    c.text('remark', t('备注'), undefined, { optional: true }),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    a.edit(CouponForm),
    { key: 'grant', label: t('发给客户'), letter: 'G', Dialog: GiveDialog },
    { key: 'grantGroup', label: t('发给分组'), can: (row) => row.allowedActions.includes('grant'), Dialog: GiveGroupDialog },
    { key: 'grantFile', label: t('按名单发放'), can: (row) => row.allowedActions.includes('grant'), Dialog: GiveFileDialog },
    { key: 'codes', label: t('制作兑换码'), Dialog: MakeCodesDialog },
    { key: 'turnOn', label: t('启用'), confirm: { ...move('turnOn'), done: t('已启用') } },
    {
      key: 'turnOff',
      label: t('停用'),
      danger: true,
      confirm: {
        ...move('turnOff'),
        text: ({ name }) => t('停用后不再发放 {name}，其兑换码不能再兑换；客户手中的仍可使用。', { name }),
        done: t('已停用'),
      },
    },
    {
      key: 'remove',
      label: t('删除'),
      danger: true,
      confirm: { ...move('remove'), text: ({ name }) => t('删除 {name}？删除后不能恢复。', { name }), done: t('已删除') },
    },
  ],
}))
