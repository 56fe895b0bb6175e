import { cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountryCityField, FieldRow, TextField, UnitField } from '#kit/fields/fields.ts'
import { t, tr } from '#platform/text/text.ts'
import { showsCities } from './city.view.ts'

/** A city for the business: from the list of the country, or with code, name and centre of its own. */
export default function CityAddForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [byHand, setByHand] = useState(false)
  const degrees = (per: number) => ({ per, precision: 5, trimmed: true })
  return (
    <CallForm
      call={cityOpeningCalls.add}
      refreshes={showsCities}
      open={open}
      title={t('新增城市')}
      okText={t('新增')}
      saved={({ name }) => t('已新增{name}，开通前不接单', { name: tr(name) })}
      onClose={onClose}
    >
      {byHand ? (
        <>
          <FieldRow>
            <TextField name="divisionCode" label={t('区划代码')} required maxLength={6} placeholder="320583" />
            <TextField name="name" label={t('城市名称')} required maxLength={20} />
          </FieldRow>
          <FieldRow>
            <UnitField name="lat" label={t('中心纬度（WGS84）')} required min={-90} max={90} unit={degrees(1)} />
            <UnitField name="lng" label={t('中心经度（WGS84）')} required min={-180} max={180} unit={degrees(1)} />
          </FieldRow>
          <UnitField
            name="utcOffsetMinutes"
            label={t('时区（UTC±）')}
            min={-720}
            max={840}
            hint={t('不填为北京时间')}
            unit={{ per: 60, precision: 2, trimmed: true, suffix: t('小时') }}
          />
        </>
      ) : (
        <CountryCityField name="divisionCode" required />
      )}
      <Button type="link" onClick={() => setByHand(!byHand)}>
        {byHand ? t('从名录选择') : t('名录中没有？填写区划代码')}
      </Button>
    </CallForm>
  )
}
