import {
  type CityRow,
  cityOpeningCalls,
  copyKind,
  copyKindText,
  type CopyKind,
  type CopyLine,
} from '@chauffeur/contract/operations/city-opening'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { toast } from '#platform/browser/events.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { showsCities } from './city.view.ts'
import './city.css'

/** What another city has, made for this one: looked at first. */
export default function CityCopyDrawer({ row, onClose }: { row: CityRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ name }) => t('为{name}复制设置', { name: tr(name) })} size={720} onClose={onClose}>
      {(city) => <Copy city={city} onDone={onClose} />}
    </KeptDrawer>
  )
}

const standingText: Record<CopyLine['standing'], string> = { NEW: '新建', THERE: '已有，保留', FORBIDDEN: '无权修改此类设置' }
const shownBy = [
  ...showsCities,
  citySwitchCalls.view,
  templateCalls.templateList,
  dispatchSettingsCalls.list,
  cancelRulesCalls.list,
  driverDutyCalls.list,
]

const nameOf = ({ kind, name, on }: CopyLine) =>
  kind === 'SWITCHES' ? t('{name}：{on}', { name: tr(name), on: on ? t('开启') : t('关闭〔开关〕') }) : name

function Copy({ city: { cityId, name }, onDone }: { city: CityRow; onDone: () => void }) {
  const cities = useCities()
  const [fromCityId, setFrom] = useState('')
  const [kinds, setKinds] = useState<CopyKind[]>([...copyKind.options])
  const preview = useCall(cityOpeningCalls.copyPreview, { cityId, fromCityId, kinds }, { enabled: fromCityId !== '' && kinds.length > 0 })
  const { send, pending } = useSend(cityOpeningCalls.copy, { refreshes: shownBy })
  const made = preview.data?.rows.filter(({ standing }) => standing === 'NEW').length ?? 0
  const copy = () =>
    send({ cityId, fromCityId, kinds }).then(
      () => {
        toast.success(t('已为{name}新建 {n} 项设置', { name: tr(name), n: made }))
        onDone()
      },
      // What was refused was told as the call was made.
      () => undefined,
    )
  return (
    <>
      <div className="city-copy">
        <Select
          aria-label={t('来源城市')}
          placeholder={t('来源城市')}
          style={{ width: 180 }}
          showSearch
          optionFilterProp="label"
          value={fromCityId || null}
          options={cities.options.filter(({ value }) => value !== cityId)}
          onChange={setFrom}
        />
        <Checkbox.Group
          value={kinds}
          onChange={setKinds}
          options={copyKind.options.map((kind) => ({ value: kind, label: tr(copyKindText[kind]) }))}
        />
      </div>
      <p className="ui-none">{t('价格围栏不复制：围栏画的是来源城市的地方，请在新城市重画。')}</p>
      {fromCityId === '' || kinds.length === 0 ? null : (
        <Async
          query={preview}
          skeleton={<Skeleton lines={4} />}
          isEmpty={({ rows }) => rows.length === 0}
          empty={<p>{t('来源城市没有可复制的设置')}</p>}
        >
          {({ rows }) => (
            <>
              <PlainTable
                label={t('将要新建的设置')}
                rows={rows}
                rowKey={({ kind, name: old, newName }) => `${kind} ${old} ${newName}`}
                columns={[
                  { title: t('类别'), cell: ({ kind }) => tr(copyKindText[kind]) },
                  { title: t('来源'), cell: nameOf },
                  { title: t('新设置'), head: true, cell: (line) => (line.kind === 'SWITCHES' ? nameOf(line) : line.newName) },
                  {
                    title: t('结果'),
                    cell: ({ standing }) => <Tag tone={standing === 'NEW' ? 'done' : 'off'}>{tr(standingText[standing])}</Tag>,
                  },
                ]}
              />
              <div className="city-open">
                <Button type="primary" disabled={made === 0} loading={pending} onClick={() => void copy()}>
                  {t('新建这 {n} 项', { n: made })}
                </Button>
              </div>
            </>
          )}
        </Async>
      )}
    </>
  )
}
