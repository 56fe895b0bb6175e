import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import type { RightRow } from '@chauffeur/contract/pricing/right'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { SelectField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { RefusalError } from '#platform/http/errors.ts'
import { joined, t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'

const MOST = 200
interface Values {
  couponTemplateIds: string[]
}

/** Which coupons whoever is granted the right gets with it; one that does not fit is named with the reason, and nothing is set. */
export default function CouponsDialog(props: RowDialogProps<RightRow>) {
  const now = useCall(rightCouponCalls.view, { rightId: props.row.rightId })
  return <Async query={now}>{({ rows }) => <CouponsForm {...props} set={rows} />}</Async>
}

type Mapped = { couponTemplateId: string; name: string; words: string }

function CouponsForm({ row, open, onClose, set }: RowDialogProps<RightRow> & { set: readonly Mapped[] }) {
  const templates = useCall(couponTemplateCalls.list, { pageSize: MOST }).data?.rows ?? []
  const { send } = useSend(rightCouponCalls.batchSet, { refreshes: [rightCouponCalls.view] })
  const own = templates.filter(({ funder, funderChannelId }) => funder === 'PARTNER' && funderChannelId === row.channelId)
  const names = new Map([...own, ...set].map(({ couponTemplateId, name }) => [couponTemplateId, name]))
  return (
    <EditForm<Values>
      open={open}
      width={520}
      title={t('{name} 随发的优惠券', { name: row.name })}
      initial={{ couponTemplateIds: set.map(({ couponTemplateId }) => couponTemplateId) }}
      save={async ({ couponTemplateIds }) => {
        const seenIds = set.map(({ couponTemplateId }) => couponTemplateId)
        const { rows } = await send({ rows: [{ rightId: row.rightId, couponTemplateIds, seenIds }] as never })
        const { words, coupons } = rows[0]!
        const wrong = [words, ...coupons.map((one) => `${names.get(one.couponTemplateId) ?? ''} ${one.words}`)].filter(Boolean)
        if (wrong.length > 0) throw new RefusalError(1, '', joined(wrong), null)
      }}
      saved={t('已设置，之后发放的权益随发')}
      onClose={onClose}
    >
      <SelectField
        name="couponTemplateIds"
        label={t('随权益发放的优惠券')}
        multiple
        choices={[...names].map(([value, label]) => ({ value, label }))}
        hint={t('由该合作渠道承担、有效期在权益之内的优惠券；每位客户每种一张')}
      />
    </EditForm>
  )
}
