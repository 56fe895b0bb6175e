import { photoRulesCalls } from '@chauffeur/contract/quality/photo-rules'
import { CityRulesPage } from '#kit/config/city-rules.tsx'
import { VersionLine } from '#kit/config/version-line.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { t } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { RulesForm } from './rules.form.tsx'
import { factsOfRules, percentWords, type RulesHere } from './rules.view.ts'

/** Which pictures reviewers get to see, everywhere or in a city. */
export default function PhotoRulesScreen() {
  return (
    <CityRulesPage
      title={t('照片抽检规则')}
      extra={t('修改只影响之后的照片与行程')}
      read={photoRulesCalls.rules}
      save={photoRulesCalls.save}
      history={photoRulesCalls.history}
      factsOf={factsOfRules}
      form={(here, at) => <RulesForm here={here} {...at} />}
    >
      {(here, { cityId }) => <Rules here={here} cityId={cityId} />}
    </CityRulesPage>
  )
}

function Rules({ here, cityId }: { here: RulesHere; cityId: string | null }) {
  const { holds, orders } = here
  return (
    <>
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
    </>
  )
}
