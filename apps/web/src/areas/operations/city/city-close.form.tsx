import { type CityRow, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { Button, Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow, InstantField, LongTextField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { CityStanding } from './city-standing.tsx'
import { endOfTonight, showsCities } from './city.view.ts'

interface Props {
  open: boolean
  row: CityRow
  onClose: () => void
}

/** Tonight, or until somebody opens it again: what stands is said first. */
export default function CityCloseForm({ open, row: shown, onClose }: Props) {
  return (
    <CallForm<typeof cityOpeningCalls.close, CityRow>
      call={cityOpeningCalls.close}
      refreshes={showsCities}
      open={open}
      danger
      title={t('{name} 停止接单', { name: tr(shown.name) })}
      okText={t('停止接单')}
      saved={t('已停止接单')}
      row={shown}
      valuesOf={() => ({})}
      present={async ({ cityId }) => (await sendCall(cityOpeningCalls.list, { pageSize: 200 })).rows.find((row) => row.cityId === cityId)}
      beside={(row) => ({ cityId: row!.cityId, version: row!.version })}
      onClose={onClose}
    >
      <CityStanding city={shown} />
      <FieldRow>
        <InstantField name="from" label={t('停止接单时间')} hint={t('不填为立即')} offsetMinutes={shown.utcOffsetMinutes} />
        <InstantField name="until" label={t('恢复接单时间')} hint={t('不填则由人工开通')} offsetMinutes={shown.utcOffsetMinutes} />
      </FieldRow>
      <Tonight offsetMinutes={shown.utcOffsetMinutes} />
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}

/** What is wanted most: from now until the night is over. */
function Tonight({ offsetMinutes }: { offsetMinutes: number }) {
  const form = Form.useFormInstance()
  return (
    <p>
      <Button size="small" onClick={() => form.setFieldsValue({ from: null, until: endOfTonight(new Date(), offsetMinutes) })}>
        {t('今晚停止，06:00 恢复')}
      </Button>
    </p>
  )
}
