import { photoRulesCalls } from '@chauffeur/contract/quality/photo-rules'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionLine } from '#kit/config/version-line.tsx'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { RulesForm } from './rules.form.tsx'
import { factsOfRules, percentWords, type RulesHere } from './rules.view.ts'
import './rules.css'

const WHOLE = 'all'

/** Which pictures reviewers get to see, everywhere or in a city. */
export default function PhotoRulesScreen() {
  const [city, setCity] = useTabState('city', WHOLE)
  const cityId = city === WHOLE ? null : city
  const cities = useCities()
  const input = cityId ? { cityId } : {}
  const query = useCall(photoRulesCalls.rules, input)
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const cityName = cityId ? cities.name(cityId) : t('全部城市')
  const own = new Set(query.data?.cities.map((one) => one.cityId))
  const mayChange = query.data?.mayChange ?? false
  return (
    <Page
      title={t('照片抽检规则')}
      extra={t('修改只影响之后的照片与行程')}
      actions={
        <>
          <Select
            aria-label={t('城市')}
            value={city}
            onChange={setCity}
            style={{ minWidth: 160 }}
            options={[
              { value: WHOLE, label: t('全部城市') },
              ...cities.options.map(({ value, label }) => ({
                value,
                label: own.has(value) ? t('{city}（单独设置）', { city: label }) : label,
              })),
            ]}
          />
          <Button onClick={() => setOpen('history')}>{t('历史')}</Button>
          {mayChange ? (
            <Button type="primary" onClick={() => setOpen('form')}>
              {t('修改规则')}
            </Button>
          ) : null}
        </>
      }
    >
      <Async query={query} skeleton={<Skeleton lines={10} />}>
        {(here) => (
          <>
            <Rules here={here} cityId={cityId} />
            {mayChange ? (
              <RulesForm cityId={cityId} cityName={cityName} here={here} open={open === 'form'} onClose={() => setOpen(null)} />
            ) : null}
          </>
        )}
      </Async>
      <VersionsDrawer
        open={open === 'history'}
        title={t('{name} 的历史', { name: cityName })}
        query={useCall(photoRulesCalls.history, input, { enabled: open === 'history' })}
        factsOf={factsOfRules}
        back={
          mayChange
            ? {
                call: photoRulesCalls.save,
                save: ({ cityName: _name, ...version }, newest, changeReason) =>
                  sendCall(photoRulesCalls.save, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
                refreshes: [photoRulesCalls.rules, photoRulesCalls.history],
              }
            : undefined
        }
        onClose={() => setOpen(null)}
      />
    </Page>
  )
}

function Rules({ here, cityId }: { here: RulesHere; cityId: string | null }) {
  const { holds, orders } = here
  return (
    <div className="photo-rules">
      <Panel title={t('近 30 天')}>
        <StatTiles
          label={t('近 30 天')}
          stats={[
            { name: t('有照片的订单'), value: countText(orders.withPhotos) },
            { name: t('已审核订单'), value: countText(orders.reviewed) },
            { name: t('已审核照片'), value: countText(orders.photos) },
            { name: t('不合格照片'), value: countText(orders.bad) },
            { name: t('不合格率'), value: percentWords(orders.photos === 0 ? null : Math.round((orders.bad * 10_000) / orders.photos)) },
          ]}
        />
      </Panel>
      <Panel title={t('抽检规则')} extra={<VersionLine holds={holds} cityId={cityId} />}>
        <Facts facts={factsOfRules(holds).map(({ label, words }) => [label, words])} />
      </Panel>
    </div>
  )
}
