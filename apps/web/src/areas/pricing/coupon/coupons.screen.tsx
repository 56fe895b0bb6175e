import { couponStateText } from '@chauffeur/contract/pricing/coupon'
import { couponGrantCalls, couponWayText } from '@chauffeur/contract/pricing/coupon-grant'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { couponTone } from './coupon.view.ts'

const RevokeDialog = lazyPiece(() => import('#shared/coupon/revoke.dialog.tsx'))

/** Coupons that customers were given, and what became of each. */
export default defineList(couponGrantCalls.coupons, ({ c, f }) => ({
  name: 'pricing.coupons',
  title: t('已发放优惠券'),
  rowKey: (row) => row.couponId,
  rowName: (row) => row.templateName,
  fills: <a href="#/Marketing/CouponTemplates">{t('在优惠券模板或客户详情中发放。')}</a>,
  filters: [
    f.keyword(t('优惠券名称')),
    f.pick('customer'),
    f.word('state', t('状态'), couponStateText as Record<string, string>),
    f.word('way', t('发放方式'), couponWayText),
  ],
  columns: [
    c.text('templateName', t('优惠券')),
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName,
      (row) => row.phone,
      { shows: ['customerName', 'phone'] },
    ),
    c.status('state', t('状态'), couponStateText, couponTone),
    c.word('way', t('发放方式'), couponWayText),
    c.time('grantedAt', t('发放时间')),
    c.text('grantedBy', t('发放人')),
    c.time('expiresAt', t('有效期至')),
    c.text('orderNo', t('订单号')),
    c.money('discountFen', t('抵扣')),
    c.text('revokeReason', t('收回原因'), undefined, { optional: true }),
  ],
  actions: [{ key: 'revoke', label: t('收回'), danger: true, Dialog: RevokeDialog }],
}))
