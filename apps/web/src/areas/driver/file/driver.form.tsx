import { DRIVER_NO, type DriverInfo, driverFileCalls, QUALIFIED } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { bareNumber, MOBILE_NUMBER } from '@chauffeur/contract/kernel/telephone-number'
import { Form } from 'antd'
import { useEffect } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { CountField, DayField, FieldRow, IdentityNumberField, PhoneField, SelectField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'

type Model = AnswerOf<typeof driverFileCalls.addModel>
type DriverInput = InputOf<typeof driverFileCalls.save>
export type SavedDriver = AnswerOf<typeof driverFileCalls.save> & { name: string }

interface DriverFormProps {
  model: Model
  /** Null for a new one. */
  driver: DriverInfo | null
  onSaved: (saved: SavedDriver) => void
}
const choicesOf = (options: Model['cities']) => options.map(({ key, value }) => ({ value: key, label: tr(value) }))

/** The file of a driver, on a page of its own. */
export function DriverForm({ model, driver, onSaved }: DriverFormProps) {
  const { send } = useSend(driverFileCalls.save)
  const { cities, licenceClasses, serviceTypes, listenRadiusM, minAge, maxAge, minDrivingYears } = model
  return (
    <EditForm<DriverInput, DriverInfo, SavedDriver>
      as="page"
      title={driver ? t('修改司机资料') : t('新建司机')}
      row={driver}
      valuesOf={(row) => ({ ...row, verified: row.qualification === QUALIFIED })}
      initial={{
        cityId: cities.length === 1 ? cities[0]?.key : undefined,
        licenceClass: 'C1',
        serviceTypes: ['TRIP'],
        listenRadiusM: listenRadiusM.default,
        verified: false,
      }}
      present={({ driverId }) => sendCall(driverFileCalls.info, { driverId })}
      draft={`driver-file-${driver?.driverId ?? 'new'}`}
      save={async (values, row) => ({
        ...(await send({ ...values, ...(row && { driverId: row.driverId, version: row.version }) })),
        name: values.name,
      })}
      onSaved={onSaved}
    >
      <Panel title={t('身份信息')}>
        <FieldRow>
          <TextField name="name" label={t('姓名')} required maxLength={20} />
          <PhoneField
            name="phone"
            label={t('手机号')}
            required
            saved={driver?.phone}
            hint={t('每个手机号只能登记一位司机')}
            rules={[
              {
                transform: (typed?: string) => (typed?.includes('*') ? '' : bareNumber(typed ?? '')),
                pattern: MOBILE_NUMBER,
                message: t('请输入 11 位手机号'),
              },
            ]}
          />
          <IdentityNumberField
            name="idCardNo"
            label={t('身份证号')}
            required
            saved={driver?.idCard}
            hint={t('加密保存，{min}–{max} 周岁', { min: minAge, max: maxAge })}
          />
          <DayField name="idCardExpire" label={t('身份证有效期至')} hint={t('长期有效则留空')} />
        </FieldRow>
      </Panel>
      <Panel title={t('驾驶证')}>
        <FieldRow>
          <SelectField name="licenceClass" label={t('准驾车型')} required choices={choicesOf(licenceClasses)} />
          <DayField name="licenceFirstIssue" label={t('初次领证')} required hint={t('驾龄须满 {years} 年', { years: minDrivingYears })} />
          <DayField name="licenceExpire" label={t('驾驶证有效期至')} required />
        </FieldRow>
      </Panel>
      <Panel title={t('工作')}>
        <FieldRow>
          <TextField
            name="driverNo"
            label={t('工号')}
            hint={driver ? undefined : t('留空则自动编号')}
            maxLength={20}
            inputMode="text"
            rules={[{ pattern: DRIVER_NO, message: t('工号为 2–20 位字母、数字或横线，不能是日期') }]}
          />
          <SelectField name="cityId" label={t('城市')} required choices={choicesOf(cities)} />
          <OrgField />
          <SelectField name="serviceTypes" label={t('服务类型')} required multiple choices={choicesOf(serviceTypes)} />
          <CountField
            name="listenRadiusM"
            label={t('听单半径')}
            required
            min={listenRadiusM.min}
            max={listenRadiusM.max}
            step={500}
            suffix={t('米')}
          />
        </FieldRow>
        <SwitchField name="verified" label={t('证件已核验，可以上线接单')} />
      </Panel>
      <Panel title={t('紧急联系人')}>
        <FieldRow>
          <TextField name="emergencyContact" label={t('紧急联系人')} maxLength={20} />
          <PhoneField name="emergencyPhone" label={t('紧急联系电话')} saved={driver?.emergencyPhone} />
        </FieldRow>
      </Panel>
    </EditForm>
  )
}

/** An organisation of the chosen city; one of another city is no choice any more. */
function OrgField() {
  const form = Form.useFormInstance()
  const cityId = Form.useWatch<string | undefined>('cityId')
  const orgs = useCall(driverCalls.orgs, cityId ? { cityId } : {}, { enabled: Boolean(cityId) }).data?.rows
  useEffect(() => {
    const chosen = form.getFieldValue('orgId') as string | null | undefined
    if (orgs && chosen && !orgs.some(({ orgId }) => orgId === chosen)) form.setFieldValue('orgId', undefined)
  }, [orgs, form])
  return (
    <SelectField
      name="orgId"
      label={t('机构')}
      placeholder={t('不属于机构')}
      locked={cityId ? null : t('先选择城市')}
      choices={(orgs ?? []).map(({ orgId, name }) => ({ value: orgId, label: name }))}
    />
  )
}
