import {
  type CitySwitch,
  citySwitches,
  citySwitchGroup,
  type CitySwitchRow,
  type CitySwitchStand,
} from '@chauffeur/contract/operations/city-switch'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { exactTimeText } from '#ui/show/time.view.ts'
import { changesOf, placeOf, type Pressed, pressed, pressedAll, switchesOfGroup } from './matrix.view.ts'
import { groupText } from './switch.view.ts'
import './city-switch.css'

const ManyDrawer = lazyPiece(() => import('./many-switches.drawer.tsx'))

interface Props {
  cities: readonly CitySwitchRow[]
  /** Whether a city takes orders, and what can be done about it. */
  openingOf: (city: CitySwitchRow) => ReactNode
}

/** Every switch of every city: pressed first, looked over, then saved together. */
export function SwitchMatrix({ cities, openingOf }: Props) {
  const [press, setPress] = useTabState<Pressed>('pressed', {})
  const [open, setOpen] = useState(false)
  const changes = changesOf(cities, press)
  const groups = citySwitchGroup.options.map((group) => ({ group, keys: switchesOfGroup(group) }))
  const keys = groups.flatMap((one) => one.keys)
  const mayAll = (key: CitySwitch) => cities.some(({ switches }) => switches.some((one) => one.key === key && one.mayChange))
  return (
    <Panel
      title={t('全部城市')}
      extra={
        <span className="city-matrix-tools">
          {changes.length > 0 ? <Button onClick={() => setPress({})}>{t('撤销未保存的')}</Button> : null}
          <Button type="primary" disabled={changes.length === 0} onClick={() => setOpen(true)}>
            {t('预览并保存（{n} 项）', { n: changes.length })}
          </Button>
        </span>
      }
    >
      <div className="city-matrix-scroll">
        <table className="ui-plain-table city-matrix" aria-label={t('城市与开关')}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                {t('城市')}
              </th>
              <th scope="col" rowSpan={2} className="city-matrix-opening">
                {t('接单状态')}
              </th>
              {groups.map(({ group, keys: own }) => (
                <th key={group} scope="colgroup" colSpan={own.length} className="city-matrix-group">
                  {tr(groupText[group])}
                </th>
              ))}
            </tr>
            <tr>
              {keys.map((key) => (
                <th key={key} scope="col" title={tr(citySwitches[key].means)}>
                  {mayAll(key) ? (
                    <button
                      type="button"
                      className="ui-text-button city-matrix-all"
                      title={t('按一下，全部城市一起开或关')}
                      onClick={() => setPress((before) => pressedAll(before, cities, key))}
                    >
                      {tr(citySwitches[key].name)}
                    </button>
                  ) : (
                    tr(citySwitches[key].name)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cities.map((city) => (
              <tr key={city.cityId}>
                <th scope="row">{tr(city.name)}</th>
                <td className="city-matrix-opening">{openingOf(city)}</td>
                {keys.map((key) => {
                  const stand = city.switches.find((one) => one.key === key)!
                  return (
                    <td key={key}>
                      <Cell
                        city={city}
                        stand={stand}
                        wanted={press[placeOf(city.cityId, stand.key)]}
                        onPress={() => setPress((before) => pressed(before, stand))}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <WhenOpened open={open}>
        <ManyDrawer
          changes={changes}
          open={open}
          onClose={(done) => {
            setOpen(false)
            if (done) setPress({})
          }}
        />
      </WhenOpened>
    </Panel>
  )
}

interface CellProps {
  city: CitySwitchRow
  stand: CitySwitchStand
  /** Pressed, and not saved. */
  wanted: boolean | undefined
  onPress: () => void
}
function Cell({ city, stand: { key, on, planned, mayChange }, wanted = on, onPress }: CellProps) {
  const [next] = planned
  const word = wanted ? t('开启') : t('关闭〔开关〕')
  const plan = next && `${exactTimeText(next.from, city.utcOffsetMinutes)} ${next.on ? t('开启') : t('关闭〔开关〕')}`
  const face = `city-matrix-cell${wanted ? ' is-on' : ''}${wanted === on ? '' : ' is-pressed'}`
  const inside = (
    <>
      {word}
      {plan ? <span className="city-matrix-planned" aria-hidden="true" /> : null}
    </>
  )
  return mayChange ? (
    <button
      type="button"
      role="switch"
      aria-checked={wanted}
      aria-label={t('{city}：{name}', { city: tr(city.name), name: tr(citySwitches[key].name) })}
      className={face}
      title={plan}
      onClick={onPress}
    >
      {inside}
    </button>
  ) : (
    <span className={face} title={plan}>
      {inside}
    </span>
  )
}
