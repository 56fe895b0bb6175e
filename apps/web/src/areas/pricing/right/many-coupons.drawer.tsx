import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import type { RightRow } from '@chauffeur/contract/pricing/right'
import { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { SelectField } from '#kit/fields/fields.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './right.css'

interface Values {
  couponTemplateIds?: string[]
}
type Result = AnswerOf<typeof rightCouponCalls.batchSet>
/** What became, or would become, of each right; by what was asked. */
interface Told {
  asked: string
  done: boolean
  result: Result
}
const MOST = 200

/** The same coupons for several rights: what would become of each is shown first, then what did. One that does not fit is left as it was. */
export default function ManyCouponsDrawer({
  rights,
  open,
  onClose,
}: {
  rights: readonly RightRow[]
  open: boolean
  onClose: (done: boolean) => void
}) {
  const [told, setTold] = useState<Told | null>(null)
  const done = told?.done ?? false
  return (
    <Drawer
      open={open}
      size={720}
      destroyOnHidden
      title={t('{n} 项权益随发的优惠券', { n: rights.length })}
      afterOpenChange={(shown) => !shown && setTold(null)}
      onClose={() => onClose(done)}
    >
      <ManyCoupons rights={rights} told={told} onTold={setTold} onClose={() => onClose(done)} />
    </Drawer>
  )
}

interface ManyProps {
  rights: readonly RightRow[]
  told: Told | null
  onTold: (told: Told) => void
  onClose: () => void
}
function ManyCoupons({ rights, told, onTold, onClose }: ManyProps) {
  const templates = useCall(couponTemplateCalls.list, { pageSize: MOST }).data?.rows ?? []
  const batch = useSend(rightCouponCalls.batchSet, { refreshes: [rightCouponCalls.view] })
  const [problem, setProblem] = useState('')
  const channels = new Set(rights.map(({ channelId }) => channelId))
  const own = templates.filter(({ funder, funderChannelId }) => funder === 'PARTNER' && channels.has(funderChannelId))
  const names = new Map(own.map(({ couponTemplateId, name }) => [couponTemplateId, name]))
  const ask = (couponTemplateIds: string[], preview: boolean) => {
    setProblem('')
    // What the preview showed each right to have is what is replaced, and nothing that somebody set since.
    const seen = preview ? null : new Map(told?.result.rows.map((row) => [row.rightId, row.beforeIds]))
    const rows = rights.map(({ rightId }) => ({ rightId, couponTemplateIds, seenIds: seen?.get(rightId) }))
    batch
      .send({ rows: rows as never, preview })
      .then((result) => onTold({ asked: couponTemplateIds.join(), done: !preview, result }))
      .catch((error: unknown) => setProblem(faultOf(error).hint))
  }
  return (
    <div className="right-coupons">
      <TrialForm<Values>
        name="pricing.rights.coupons"
        initial={{}}
        fields={
          <SelectField
            name="couponTemplateIds"
            label={t('随权益发放的优惠券')}
            multiple
            choices={[...names].map(([value, label]) => ({ value, label }))}
            hint={t('各项权益之后只随发这里所选的；不选为不再随发。不合适的权益保持原样')}
          />
        }
      >
        {({ couponTemplateIds = [] }) => {
          const current = told?.asked === couponTemplateIds.join() ? told : null
          return (
            <>
              {problem ? <Alert type="error" showIcon role="alert" title={problem} className="ui-form-problem" /> : null}
              {current ? <Results told={current} rights={rights} names={names} /> : null}
              <div className="ui-dialog-footer">
                <Button onClick={onClose}>{t('关闭')}</Button>
                {current?.done ? null : current ? (
                  <Button
                    type="primary"
                    loading={batch.pending}
                    disabled={current.result.set === 0}
                    onClick={() => ask(couponTemplateIds, false)}
                  >
                    {t('设置 {n} 项', { n: current.result.set })}
                  </Button>
                ) : (
                  <Button type="primary" loading={batch.pending} onClick={() => ask(couponTemplateIds, true)}>
                    {t('预览')}
                  </Button>
                )}
              </div>
            </>
          )
        }}
      </TrialForm>
    </div>
  )
}

function Results({
  told: { result, done },
  rights,
  names,
}: {
  told: Told
  rights: readonly RightRow[]
  names: ReadonlyMap<string, string>
}) {
  const of = new Map(rights.map((right) => [right.rightId, right]))
  return (
    <PlainTable
      rows={result.rows}
      rowKey={({ rightId }) => rightId}
      label={t('每项权益的结果')}
      columns={[
        { title: t('权益'), cell: ({ rightId }) => of.get(rightId)?.name, head: true },
        { title: t('权益编号'), cell: ({ rightId }) => of.get(rightId)?.rightNo },
        {
          title: t('结果'),
          cell: ({ set }) => (
            <Tag tone={set ? (done ? 'done' : 'run') : 'lost'}>{set ? (done ? t('已设置') : t('可以设置')) : t('保持原样')}</Tag>
          ),
        },
        {
          title: t('原因'),
          cell: ({ words, coupons }) =>
            joined([words, ...coupons.map((one) => `${names.get(one.couponTemplateId) ?? ''} ${one.words}`)].filter(Boolean)),
        },
      ]}
    />
  )
}
