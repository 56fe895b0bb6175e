import { DRIVER_NO, type DriverInfo, driverFileCalls } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { bareNumber, MOBILE_NUMBER } from '@chauffeur/contract/kernel/telephone-number'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RefusalError, refresh, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useKeptDraft, useUnsaved } from '#platform/tab/unsaved.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { DayField } from '#kit/fields/time-fields.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { faultOf } from '#ui/page/fault.view.ts'
import { pressInForm } from '#kit/edit/form-keys.ts'
import { fieldErrorsOf, sameTyped } from '#kit/edit/form.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { driverReads } from './driver-actions.tsx'
import '../driver.css'
import './file.css'

type Model = AnswerOf<typeof driverFileCalls.addModel>
type DriverInput = InputOf<typeof driverFileCalls.save>
const dayFields = ['idCardExpire', 'licenceFirstIssue', 'licenceExpire'] as const
type Values = Omit<DriverInput, (typeof dayFields)[number]> & Partial<Record<(typeof dayFields)[number], string>>

/** Which field a refusal is about. */
const fieldOf: Record<string, keyof Values> = {
  'driver.phoneTaken': 'phone',
  'driver.idCardTaken': 'idCardNo',
  'driver.numberTaken': 'driverNo',
  'driver.cityOutOfScope': 'cityId',
  'driver.orgOutOfScope': 'orgId',
}

/** Adds a driver; with a driver in the address it changes that one. */
export default function DriverAddScreen() {
  const [params] = useSearchParams()
  const driverId = params.get('driverId') ?? ''
  const known = /^[1-9]\d{0,17}$/.test(driverId)
  const model = useCall(driverFileCalls.addModel, {})
  const driver = useCall(driverFileCalls.info, { driverId }, { enabled: known })
  const [saved, setSaved] = useState<{ driverId: string; driverNo: string; name: string } | null>(null)
  const title = known ? t('修改司机资料') : t('添加司机')
  return (
    <div className="driver-bare">
      <Page title={title} extra={driver.data ? `${driver.data.name} ${driver.data.driverNo}` : undefined}>
        {saved ? (
          <EmptyState
            title={
              known ? t('已保存 {name}', { name: saved.name }) : t('已添加 {name}，工号 {no}', { name: saved.name, no: saved.driverNo })
            }
            action={
              <span className="driver-next">
                <a href={`#/yunYing/driverDetail?driverId=${saved.driverId}`}>{t('司机详情')}</a>
                <Button type="primary" href="#/DriverAdd" onClick={() => setSaved(null)}>
                  {t('再添加一位')}
                </Button>
              </span>
            }
          />
        ) : (
          <Async query={model} skeleton={<Skeleton lines={10} height={36} />}>
            {(options) =>
              known ? (
                <Async query={driver} skeleton={<Skeleton lines={10} height={36} />}>
                  {(row) => <DriverForm key={row.driverId} model={options} driver={row} onSaved={setSaved} />}
                </Async>
              ) : (
                <DriverForm model={options} driver={null} onSaved={setSaved} />
              )
            }
          </Async>
        )}
      </Page>
    </div>
  )
}

/** Who may not see a number leaves it as it is by leaving it empty. */
const unlessMasked = (phone: string) => (phone.includes('*') ? '' : phone)

const valuesOf = (driver: DriverInfo): Partial<Values> => ({
  driverNo: driver.driverNo,
  name: driver.name,
  phone: unlessMasked(driver.phone),
  idCardExpire: driver.idCardExpire ?? undefined,
  licenceClass: driver.licenceClass ?? undefined,
  licenceFirstIssue: driver.licenceFirstIssue ?? undefined,
  licenceExpire: driver.licenceExpire ?? undefined,
  cityId: driver.cityId,
  orgId: driver.orgId ?? undefined,
  serviceTypes: driver.serviceTypes,
  listenRadiusM: driver.listenRadiusM,
  emergencyContact: driver.emergencyContact,
  emergencyPhone: unlessMasked(driver.emergencyPhone),
  verified: driver.qualification === 50,
})

const fresh = (model: Model): Partial<Values> => ({
  cityId: model.cities.length === 1 ? model.cities[0]?.key : undefined,
  licenceClass: 'C1',
  serviceTypes: ['TRIP'],
  listenRadiusM: model.listenRadiusM.default,
  verified: false,
})

/** What two people may have typed differently, in words. */
function conflictFields(model: Model, orgs: readonly { orgId: string; name: string }[] | undefined): ConflictField<Partial<Values>>[] {
  const text = (value?: string) => value ?? ''
  const oneOf = (options: Model['cities']) => (key?: string) => tr(options.find((option) => option.key === key)?.value ?? '')
  const field = <T,>(name: keyof Values & string, label: string, words: (value: T) => string): ConflictField<Partial<Values>> => ({
    name,
    label,
    words: words as (value: never) => string,
  })
  return [
    field('name', t('姓名'), text),
    field('phone', t('手机号'), text),
    field('idCardExpire', t('身份证有效期至'), text),
    field('licenceClass', t('准驾车型'), text),
    field('licenceFirstIssue', t('初次领证'), text),
    field('licenceExpire', t('驾驶证有效期至'), text),
    field('driverNo', t('工号'), text),
    field('cityId', t('城市'), oneOf(model.cities)),
    field('orgId', t('机构'), (orgId?: string) => orgs?.find((org) => org.orgId === orgId)?.name ?? ''),
    field('serviceTypes', t('服务类型'), (types?: readonly string[]) => joined((types ?? []).map(oneOf(model.serviceTypes)))),
    field('listenRadiusM', t('听单半径（米）'), (metres?: number) => String(metres ?? '')),
    field('emergencyContact', t('紧急联系人'), text),
    field('emergencyPhone', t('紧急联系电话'), text),
    field('verified', t('证件已核验，可以上线接单'), (verified?: boolean) => (verified ? t('是') : t('否'))),
  ]
}

/** What is typed and not saved yet, with what it was typed upon. */
interface Draft {
  version: number | undefined
  base: Partial<Values>
  values: Partial<Values>
}

function DriverForm({
  model,
  driver,
  onSaved,
}: {
  model: Model
  driver: DriverInfo | null
  onSaved: (saved: { driverId: string; driverNo: string; name: string }) => void
}) {
  const [form] = Form.useForm<Values>()
  const [draft, setDraft] = useTabState<Draft | null>(driver ? `driver-file-${driver.driverId}` : 'driver-file', null)
  const [base, setBase] = useState(() =>
    draft ? { version: draft.version, values: draft.base } : { version: driver?.version, values: driver ? valuesOf(driver) : fresh(model) },
  )
  /** Somebody else saved since the typing began, in this window or before it was opened again. */
  const present = driver && driver.version !== base.version ? valuesOf(driver) : null
  const [problem, setProblem] = useState('')
  const save = useSend(driverFileCalls.save, { refreshes: driverReads })
  const cityId = Form.useWatch('cityId', form)
  const orgs = useCall(driverCalls.orgs, cityId ? { cityId } : {}, { enabled: Boolean(cityId) }).data?.rows
  const choices = (options: Model['cities']) => options.map(({ key, value }) => ({ value: key, label: tr(value) }))
  const masked = driver?.phone.includes('*') ?? false
  useKeptDraft('driver-file', draft !== null && !sameTyped(draft.base, draft.values))
  // The identity card is nowhere kept, and so it is lost with the page.
  useUnsaved(() => Boolean(form.getFieldValue('idCardNo')))
  const keep = (values: Partial<Values>, on: typeof base) =>
    setDraft({ version: on.version, base: on.values, values: { ...values, idCardNo: undefined } })

  // An organisation of another city is no choice any more.
  useEffect(() => {
    const orgId = form.getFieldValue('orgId') as string | undefined
    if (orgs && orgId && !orgs.some((org) => org.orgId === orgId)) form.setFieldValue('orgId', undefined)
  }, [orgs, form])

  const take = () => {
    if (!driver || !present) return
    const taken = { version: driver.version, values: present }
    setBase(taken)
    setProblem('')
    keep(form.getFieldsValue(), taken)
  }
  const submit = async (values: Values) => {
    setProblem('')
    try {
      const file = { ...values, ...(driver && { driverId: driver.driverId, version: base.version }) } as DriverInput
      const answer = await save.send(file)
      setDraft(null)
      toast.success(t('已保存'))
      onSaved({ ...answer, name: values.name })
    } catch (error) {
      if (error instanceof RefusalError && error.error === 'driver.versionConflict') await refresh([driverFileCalls.info])
      const name = error !== null && typeof error === 'object' && 'error' in error ? fieldOf[String(error.error)] : undefined
      const fields = fieldErrorsOf(error)
      if (name) form.setFields([{ name, errors: [faultOf(error).hint] }])
      else if (fields.length > 0) form.setFields(fields as never)
      else setProblem(faultOf(error).hint)
      const first = name ?? fields[0]?.name
      if (first) form.scrollToField(first, { focus: true, block: 'center' })
    }
  }

  const need = (message: string) => [{ required: true, message }]
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark="optional"
      initialValues={draft?.values ?? base.values}
      onValuesChange={(_, all) => keep(all, base)}
      onFinish={(values) => void submit(values)}
      onKeyDown={(event) => !save.pending && pressInForm(event, 'long', form.submit)}
      scrollToFirstError={{ focus: true, block: 'center' }}
    >
      {problem ? <Alert type="error" showIcon role="alert" className="ui-form-problem" title={problem} /> : null}
      <VersionConflict<Partial<Values>> base={base.values} present={present} fields={conflictFields(model, orgs)} onTake={take} />
      <Panel title={t('身份信息')}>
        <div className="driver-fields">
          <Form.Item name="name" label={t('姓名')} rules={[{ required: true, whitespace: true, message: t('请输入姓名') }]}>
            <Input maxLength={20} autoFocus autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="phone"
            label={t('手机号')}
            extra={driver && masked ? t('已登记 {card}，不修改则留空', { card: driver.phone }) : t('每个手机号只能登记一位司机')}
            rules={[
              {
                required: !masked,
                transform: (typed?: string) => bareNumber(typed ?? ''),
                pattern: MOBILE_NUMBER,
                message: t('请输入 11 位手机号'),
              },
            ]}
          >
            <Input maxLength={20} inputMode="tel" autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="idCardNo"
            label={t('身份证号')}
            extra={
              driver?.idCard
                ? t('已登记 {card}，不修改则留空', { card: driver.idCard })
                : t('加密保存，{min}–{max} 周岁', { min: model.minAge, max: model.maxAge })
            }
            rules={[
              { required: !driver?.idCard, message: t('请输入身份证号') },
              { pattern: /^\s*\d{17}[\dXx]\s*$/, message: t('身份证号为 18 位') },
            ]}
          >
            <Input maxLength={18} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <DayField name="idCardExpire" label={t('身份证有效期至')} hint={t('长期有效则留空')} />
        </div>
      </Panel>
      <Panel title={t('驾驶证')}>
        <div className="driver-fields">
          <Form.Item name="licenceClass" label={t('准驾车型')} rules={need(t('请选择准驾车型'))}>
            <Select options={choices(model.licenceClasses)} />
          </Form.Item>
          <DayField
            name="licenceFirstIssue"
            label={t('初次领证')}
            required
            hint={t('驾龄须满 {years} 年', { years: model.minDrivingYears })}
          />
          <DayField name="licenceExpire" label={t('驾驶证有效期至')} required />
        </div>
      </Panel>
      <Panel title={t('工作')}>
        <div className="driver-fields">
          <Form.Item
            name="driverNo"
            label={t('工号')}
            extra={driver ? undefined : t('留空则自动编号')}
            rules={[{ pattern: DRIVER_NO, message: t('工号为 2–20 位字母、数字或横线，不能是日期') }]}
          >
            <Input maxLength={20} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="cityId" label={t('城市')} rules={need(t('请选择城市'))}>
            <Select options={choices(model.cities)} showSearch={{ optionFilterProp: 'label' }} />
          </Form.Item>
          <Form.Item name="orgId" label={t('机构')}>
            <Select
              allowClear
              disabled={!cityId}
              placeholder={t('不属于机构')}
              options={orgs?.map((org) => ({ value: org.orgId, label: org.name })) ?? []}
            />
          </Form.Item>
          <Form.Item name="serviceTypes" label={t('服务类型')} rules={need(t('请选择服务类型'))}>
            <Select mode="multiple" options={choices(model.serviceTypes)} />
          </Form.Item>
          <Form.Item name="listenRadiusM" label={t('听单半径（米）')} rules={need(t('请输入听单半径'))}>
            <InputNumber className="driver-wide" min={model.listenRadiusM.min} max={model.listenRadiusM.max} step={500} precision={0} />
          </Form.Item>
        </div>
      </Panel>
      <Panel title={t('紧急联系人')}>
        <div className="driver-fields">
          <Form.Item name="emergencyContact" label={t('姓名')}>
            <Input maxLength={20} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="emergencyPhone"
            label={t('电话')}
            extra={driver?.emergencyPhone.includes('*') ? t('已登记 {card}，不修改则留空', { card: driver.emergencyPhone }) : undefined}
          >
            <Input maxLength={20} inputMode="tel" autoComplete="off" />
          </Form.Item>
        </div>
      </Panel>
      <div className="driver-submit">
        <Form.Item name="verified" valuePropName="checked" noStyle>
          <Checkbox>{t('证件已核验，可以上线接单')}</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.pending}>
          {t('保存')}
        </Button>
      </div>
    </Form>
  )
}
