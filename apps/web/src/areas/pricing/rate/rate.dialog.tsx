import { type DynamicRate, rateCalls, type WeatherRule } from '@chauffeur/contract/pricing/rate'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { CallForm } from '#kit/edit/call.form.tsx'
import {
  CityField,
  FactorField,
  FieldRow,
  InstantField,
  MoneyField,
  RadioField,
  SecondsClockField,
  SwitchField,
  TextField,
  WeekdaysField,
  WhenField,
} from '#kit/fields/fields.ts'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'

/** A new one begins with the city that the list is narrowed to. */
const useListCity = () => useSearchParams()[0].get('cityId') ?? undefined

const Common = () => (
  <FieldRow>
    <TextField name="name" label={t('名称')} required maxLength={40} />
    <CityField name="cityId" required />
  </FieldRow>
)

export function DynamicDialog({ open, row: shown, onClose }: RowFormProps<DynamicRate>) {
  const cityId = useListCity()
  return (
    <CallForm
      call={rateCalls.dynamicSave}
      open={open}
      title={(row) => (row ? t('修改动态加价') : t('新建动态加价'))}
      row={shown}
      initial={{ cityId, weekMask: 127, from: '21:00:00', to: '24:00:00', rateBp: 12_000, enabled: true }}
      of="rateId"
      onClose={onClose}
    >
      <Common />
      <WeekdaysField name="weekMask" label={t('星期')} required />
      <FieldRow>
        <SecondsClockField name="from" label={t('开始')} required />
        <SecondsClockField name="to" label={t('结束')} hint={t('当天结束为 24:00')} required />
        <FactorField name="rateBp" label={t('倍率')} required min={10_100} max={30_000} step={1_000} />
        <MoneyField name="maxFen" label={t('最多加价')} hint={t('不填为不限')} min={1} max={1_000_000} />
      </FieldRow>
      <SwitchField name="enabled" label={t('启用')} />
    </CallForm>
  )
}

type Weather = InputOf<typeof rateCalls.weatherSave> & { byRate: boolean }

export function WeatherDialog({ open, row: shown, onClose }: RowFormProps<WeatherRule>) {
  const cityId = useListCity()
  const { send } = useSend(rateCalls.weatherSave)
  return (
    <EditForm<Weather, WeatherRule>
      open={open}
      title={(row) => (row ? t('修改天气费') : t('新建天气费'))}
      row={shown}
      valuesOf={(row) => ({ ...row, byRate: row.rateBp !== null })}
      initial={{ cityId, byRate: false, rateBp: 12_000, activeFrom: new Date().toISOString(), enabled: true }}
      save={({ byRate, flatFen, rateBp, ...values }, row) =>
        send({ ...values, ...(byRate ? { rateBp } : { flatFen }), ...(row && { ruleId: row.ruleId, version: row.version }) })
      }
      onClose={onClose}
    >
      <Common />
      <RadioField
        name="byRate"
        label={t('加收方式')}
        required
        choices={[
          { value: false, label: t('每单固定金额') },
          { value: true, label: t('起步费与里程费的倍率') },
        ]}
      />
      <WhenField name="byRate" is={true}>
        <FactorField
          name="rateBp"
          label={t('倍率')}
          required
          min={10_100}
          max={30_000}
          step={1_000}
          hint={t('1.2 即加收起步费与里程费的 20%，等候费和动态加价不参与')}
        />
      </WhenField>
      <WhenField name="byRate" is={false}>
        <MoneyField name="flatFen" label={t('每单加收')} required min={1} max={100_000} />
      </WhenField>
      <Times />
      <SwitchField name="enabled" label={t('启用')} />
    </EditForm>
  )
}

/** Typed on the clock of the chosen city. */
function Times() {
  const clock = useCities().offsetMinutes(Form.useWatch<string | undefined>('cityId'))
  return (
    <FieldRow>
      <InstantField name="activeFrom" label={t('开始')} required offsetMinutes={clock} />
      <InstantField name="activeTo" label={t('结束')} required offsetMinutes={clock} />
    </FieldRow>
  )
}
