import { dispatchModeText, dispatchSettingsCalls, settingStandingText } from '@chauffeur/contract/dispatch/settings'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { ChannelField, CityField, ClockField, SelectField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { Async } from '#ui/page/async.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { numberText, parameters } from './settings.view.ts'
import { serviceOptions } from '#shared/city/scope-fields.tsx'
import { standingTone } from './settings.view.ts'
import '#shared/city/scope-fields.css'
import './settings.css'

type Case = InputOf<typeof dispatchSettingsCalls.applies>

/** Which setting decides a case: chosen city, channel, service and time, answered as soon as they change. */
export function AppliesPanel() {
  const [city] = useCities().list
  if (!city) return null
  return (
    <>
      <p>{t('越具体的越优先：渠道、业务类型、时段')}</p>
      <TrialForm<Case>
        name="dispatch-case"
        initial={{ cityId: city.cityId, serviceType: 'TRIP' }}
        fields={
          <>
            <CityField name="cityId" required />
            <ChannelField name="channelId" placeholder={t('无渠道')} />
            <SelectField name="serviceType" label={t('业务类型')} required choices={serviceOptions()} />
            <ClockField name="at" label={t('派单开始时刻')} />
          </>
        }
      >
        {(input) => <Answer input={input} />}
      </TrialForm>
    </>
  )
}

function Answer({ input }: { input: Case }) {
  const query = useCall(dispatchSettingsCalls.applies, input, { keepPrevious: true })
  return (
    <Async query={query}>
      {({ settingId, params, timeoutS, rounds, considered, at: time }) => {
        const { reach, time: timing, drivers, GRAB, BATCH } = parameters()
        const mode = params.mode === 'GRAB' ? GRAB : params.mode === 'BATCH' ? BATCH : []
        return (
          <div className="dispatch-answer">
            <div>
              <p>
                <strong>
                  {settingId === null
                    ? t('{time} 没有适用的设置，按默认参数派单', { time })
                    : t('{time} 按下表中“生效”的一条派单', { time })}
                </strong>
              </p>
              <Facts
                as="pairs"
                facts={[
                  [t('派单方式'), tr(dispatchModeText[params.mode])],
                  ...[...mode, ...reach, ...timing, ...drivers].map((one) => [one.label, numberText(one, params)] as const),
                ]}
              />
            </div>
            <div>
              <h3>{t('各轮半径')}</h3>
              <PlainTable
                rows={[
                  ...rounds.map(({ round, ...rest }) => ({ name: t('第 {n} 轮', { n: round }), ...rest })),
                  { name: t('无人接单'), atS: timeoutS, radiusM: null },
                ]}
                rowKey={({ name }) => name}
                columns={[
                  { title: t('轮次'), head: true, cell: ({ name }) => name },
                  { title: t('开始于'), end: true, cell: ({ atS }) => t('{n} 秒', { n: atS }) },
                  {
                    title: t('半径'),
                    end: true,
                    cell: ({ radiusM }) => (radiusM === null ? null : t('{n} 米', { n: radiusM.toLocaleString('en') })),
                  },
                ]}
              />
            </div>
            {considered.length > 0 ? (
              <div className="dispatch-considered">
                <h3>{t('该城市的全部设置')}</h3>
                <ul>
                  {considered.map((one) => (
                    <li key={one.settingId}>
                      <Tag tone={standingTone[one.standing]}>{tr(settingStandingText[one.standing])}</Tag>
                      <span>
                        {[
                          one.channelName === null ? t('全部渠道') : tr(one.channelName),
                          one.serviceType === null ? t('全部业务') : tr(serviceTypeText[one.serviceType]),
                          one.from === null ? t('全天') : `${one.from}–${one.to}`,
                          tr(dispatchModeText[one.mode]),
                        ].join(' · ')}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ) : null}
          </div>
        )
      }}
    </Async>
  )
}
