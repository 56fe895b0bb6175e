import { type DynamicRate, rateCalls, type WeatherRule } from '@chauffeur/contract/pricing/rate'
import { Segmented } from 'antd'
import { useTabState } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { ListKit } from '#kit/list/define.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { daysOf, weekdayText } from '#ui/show/weekdays.ts'
import { DynamicDialog, WeatherDialog } from './rate.dialog.tsx'
import '../pricing.css'

type Kind = 'dynamic' | 'weather'
type Rule = DynamicRate | WeatherRule

const useKind = () => useTabState<Kind>('kind', 'dynamic')
function Kinds() {
  const [kind, setKind] = useKind()
  return (
    <>
      <Segmented<Kind>
        value={kind}
        onChange={setKind}
        options={[
          { value: 'dynamic', label: t('动态加价') },
          { value: 'weather', label: t('恶劣天气费') },
        ]}
      />
      {t('同时生效的同类规则只取最高一条')}
    </>
  )
}

function standing({ enabled, inForce, activeTo }: { enabled: boolean; inForce: boolean; activeTo?: string }) {
  if (!enabled) return <EnabledTag enabled={false} />
  if (inForce) return <Tag tone="run">{t('正在加价')}</Tag>
  if (activeTo && Date.parse(activeTo) <= Date.now()) return <Tag tone="off">{t('已结束')}</Tag>
  return <Tag tone="wait">{t('未到时段')}</Tag>
}
const days = (weekMask: number) => (weekMask === 127 ? t('每天') : joined(daysOf(weekMask).map((day) => tr(weekdayText[day] ?? ''))))

/** When a rule was changed last; of one that was switched off, when that was. */
const changedAt = (row: Rule) => <Time at={('closedAt' in row ? row.closedAt : null) ?? row.changedAt} as="short" />
const changedBy = (row: Rule) =>
  'closedAt' in row && row.closedAt ? row.closedBy && t('{name}停用', { name: row.closedBy }) : (row.changedBy ?? '')

/** What both kinds have in common. */
const around = <Row extends Rule>({ c, f }: ListKit<Row>) => ({
  title: t('天气与动态加价'),
  Extra: Kinds,
  rowName: (row: Row) => row.name,
  open: ['edit'],
  filters: [f.city()],
  first: c.opener('name' as never, t('名称'), {
    like: letters(10),
    grow: true,
    under: (row) => tr(row.cityName),
    shows: ['name', 'cityName'],
  }),
  last: [
    c.of('standing', t('状态'), standing, [t('正在加价'), t('已结束'), t('未到时段'), t('已停用')], { besidePx: 13, shows: ['inForce'] }),
    c.changed({ at: changedAt, by: changedBy }),
  ],
})

/** Evening peaks, by weekday and hour. */
const Dynamic = defineList(rateCalls.dynamicList, (kit) => {
  const { first, last, ...common } = around(kit)
  const { c, a } = kit
  return {
    ...common,
    name: 'pricing.dynamic',
    fills: t('还没有动态加价，各时段都按价格模板计费。'),
    rowKey: (row) => row.rateId,
    add: { may: rateCalls.dynamicSave, label: t('新建动态加价'), Dialog: DynamicDialog },
    columns: [
      first,
      c.text('days', t('星期'), (row) => days(row.weekMask), { width: 190 }),
      c.hours(t('时段')),
      c.of('rate', t('倍率'), (row) => `×${row.rateBp / 10_000}`, '×0.00', { align: 'right', shows: ['rateBp'] }),
      c.money('maxFen', t('最多加价')),
      ...last,
    ],
    actions: [a.edit(DynamicDialog, { may: rateCalls.dynamicSave })],
  }
})

/** Bad weather, by dates. */
const Weather = defineList(rateCalls.weatherList, (kit) => {
  const { first, last, ...common } = around(kit)
  const { c, a } = kit
  return {
    ...common,
    name: 'pricing.weather',
    fills: t('还没有天气费，恶劣天气也按价格模板计费。'),
    rowKey: (row) => row.ruleId,
    add: { may: rateCalls.weatherSave, label: t('新建天气费'), Dialog: WeatherDialog },
    columns: [
      first,
      c.time('activeFrom', t('开始')),
      c.time('activeTo', t('结束')),
      c.of(
        'charge',
        t('加收'),
        (row) =>
          row.rateBp === null ? <Money fen={row.flatFen} /> : <span title={t('起步费与里程费的倍率')}>{`×${row.rateBp / 10_000}`}</span>,
        moneyText(100_00),
        { align: 'right', shows: ['flatFen', 'rateBp'] },
      ),
      ...last,
    ],
    actions: [
      a.edit(WeatherDialog, { may: rateCalls.weatherSave }),
      // The storm is over before its time, or goes on.
      ...a.onOff(rateCalls.weatherSwitch, {
        may: rateCalls.weatherSwitch,
        isOn: (row) => row.enabled,
        input: ({ ruleId }, enabled) => ({ ruleId, enabled }),
        done: ({ name }, on) => (on ? t('已启用 {name}', { name }) : t('已停用 {name}', { name })),
      }),
    ],
  }
})

/** What a departure pays on top, by city. */
export default function RateScreen() {
  const [kind] = useKind()
  return kind === 'dynamic' ? <Dynamic /> : <Weather />
}
