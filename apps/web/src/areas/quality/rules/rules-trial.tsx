import type { InputOf } from '@chauffeur/contract/kernel/call'
import { photoFlagText, photoWhyText } from '@chauffeur/contract/quality/photo-model'
import { photoTrialCalls } from '@chauffeur/contract/quality/photo-rules'
import { Trial } from '#kit/config/trial.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'

type Tried = InputOf<typeof photoTrialCalls.try>

/** How many orders of the last thirty days the rules that are typed would have brought to reviewers. */
export const RulesTrial = ({ cityId }: { cityId: string | null }) => (
  <Trial<Tried, Tried>
    take={({ sampleBp, newDriverDays, complaints, flags, offPlaceM, offTimeMinutes }) => ({
      sampleBp,
      newDriverDays,
      complaints,
      flags,
      offPlaceM,
      offTimeMinutes,
      ...(cityId && { cityId }),
    })}
  >
    {(tried) => <Chosen tried={tried} />}
  </Trial>
)

const Chosen = ({ tried }: { tried: Tried }) => (
  <Async query={useCall(photoTrialCalls.try, tried)}>
    {({ orders, certain, sampled, byWhy, byFlag, cut }) => (
      <>
        <p role="status">
          <strong>{t('{all} 单中约 {n} 单要审核', { all: countText(orders), n: countText(certain + sampled) })}</strong>
          {t('：有原因的 {n} 单，随机抽查约 {m} 单', { n: countText(certain), m: countText(sampled) })}
          {cut ? t('（只试算最近的 {n} 单）', { n: countText(orders) }) : ''}
        </p>
        {byWhy.length > 0 ? (
          <PlainTable
            label={t('审核原因')}
            rows={[
              ...byWhy.map((one) => ({ words: tr(photoWhyText[one.why]), orders: one.orders })),
              ...byFlag.map((one) => ({ words: t('其中：{flag}', { flag: tr(photoFlagText[one.flag]) }), orders: one.orders })),
            ]}
            rowKey={({ words }) => words}
            columns={[
              { title: t('审核原因'), head: true, cell: ({ words }) => words },
              { title: t('订单数'), end: true, cell: (row) => countText(row.orders) },
            ]}
          />
        ) : null}
      </>
    )}
  </Async>
)
