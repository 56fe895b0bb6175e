import {
  type DynamicPart,
  dynamicPart,
  type PricingMode,
  pricingMode,
  type TemplateOwner,
  templateOwner,
} from '@chauffeur/contract/pricing/model'
import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, moneyText } from '#ui/show/money.view.ts'
import { clockWords, instantOf, wallClockOf } from '#ui/show/time.view.ts'
import { BandsInput } from './bands-input.tsx'
import { modeText, ownerText } from '../pricing.view.ts'
import type { Template } from './template.view.ts'
import { emptyRules, fromForm, type RulesForm, toForm } from './template.view.ts'
import '../pricing.css'
import './template.css'

interface Values {
  code: string
  name: string
  ownerType: TemplateOwner
  ownerId?: string
  cityIds: string[]
  channelIds: string[]
  serviceType: ServiceType
  effectiveFrom?: string
  effectiveTo?: string
  rules: RulesForm
}
const partText = { START: '起步费', MILEAGE: '里程费', WAIT: '等候费' } as const

export interface TemplateFormProps {
  open: boolean
  /** The version to begin with; null for a new template. */
  source: Template | null
  onClose: () => void
  onSaved: (templateId: string) => void
}

/** The newest version, whichever is in force. */
async function newestOf(templateId: string): Promise<Template> {
  const { newestVersion } = await sendCall(templateCalls.templateGet, { templateId })
  return sendCall(templateCalls.templateGet, { templateId, version: newestVersion })
}

const bandWords = (bands: RulesForm['bands']) =>
  bands.map(({ from, to, startFen, includedM }) => `${from}–${to} ${moneyText(fenOf(startFen))} / ${includedM} km`).join(t('；'))
const waitKindWords = (kind: RulesForm['waitKind']) =>
  kind === 'NONE' ? t('不收') : kind === 'PER_MIN_CEIL' ? t('不足一个单位按一个计') : t('满一个单位才计')

/** Saving never changes a version: orders keep theirs, and a new one takes over at its time. */
export function TemplateForm({ open, source: shown, onClose, onSaved }: TemplateFormProps) {
  const { send } = useSend(templateCalls.templateSave, {
    refreshes: [templateCalls.templateList, templateCalls.templateGet, templateCalls.templateVersions],
  })
  const cities = useCities()
  const versions = useVersioned(open, shown, async (old) => (old ? newestOf(old.templateId) : undefined))
  const source = versions.base
  const clockOf = (cityIds: readonly string[]) => cities.offsetMinutes(cityIds[0])
  const save = async ({ rules, ownerId, effectiveFrom, effectiveTo, ...values }: Values) => {
    const clock = clockOf(values.cityIds)
    const { templateId } = await versions.guard(() =>
      send({
        ...values,
        ...(source && { templateId: source.templateId, baseVersion: source.newestVersion }),
        ...(isOwned(values.ownerType) && { ownerId }),
        rules: fromForm(rules),
        effectiveFrom: instantOf(effectiveFrom, clock),
        effectiveTo: instantOf(effectiveTo, clock, source?.effectiveTo),
      }),
    )
    onSaved(templateId)
  }
  const valuesOf = (template: Template | null): Partial<Values> => ({
    code: template?.code ?? '',
    name: template?.name ?? '',
    ownerType: template?.ownerType ?? 'CITY',
    ownerId: template?.ownerId ?? undefined,
    cityIds: template?.cityIds ?? [],
    channelIds: template?.channelIds ?? [],
    serviceType: template?.serviceType ?? 'TRIP',
    // One that is over is to begin again without an end.
    effectiveTo: template?.status === 'EXPIRED' ? '' : wallClockOf(template?.effectiveTo, clockOf(template?.cityIds ?? [])),
    rules: toForm(template?.rules ?? emptyRules),
  })
  const fields: ConflictField<Partial<Values>>[] = [
    { name: 'name', label: t('模板名称') },
    { name: 'code', label: t('编码') },
    { name: 'cityIds', label: t('适用城市'), words: (cityIds: string[]) => joined(cityIds.map(cities.name)) },
    {
      name: 'channelIds',
      label: t('适用渠道'),
      words: (ids: string[]) => (ids.length === 0 ? t('全部渠道') : t('{n} 个渠道', { n: ids.length })),
    },
    { name: 'effectiveTo', label: t('失效时间'), words: (at?: string) => at?.replace('T', ' ') ?? '' },
    { name: 'rules.mode', label: t('计费方式'), words: (mode: PricingMode) => tr(modeText[mode]) },
    { name: 'rules.stepM', label: t('里程步长（公里）') },
    { name: 'rules.stepFen', label: t('每步价格（元）') },
    { name: 'rules.bands', label: t('起步价'), words: bandWords },
    { name: 'rules.waitKind', label: t('等候费'), words: (kind: RulesForm['waitKind']) => waitKindWords(kind) },
    { name: 'rules.wait.freeS', label: t('等候费 · {part}', { part: t('免费（分钟）') }) },
    { name: 'rules.wait.unitS', label: t('等候费 · {part}', { part: t('单位（分钟）') }) },
    { name: 'rules.wait.unitFen', label: t('等候费 · {part}', { part: t('单价（元）') }) },
    { name: 'rules.wait.unitFenLate', label: t('司机迟到单价（元）') },
    { name: 'rules.wait.maxTotalS', label: t('等候费 · {part}', { part: t('最长') }) },
    { name: 'rules.package.includedS', label: t('套餐含时长（分钟）') },
    { name: 'rules.package.freeS', label: t('超时宽限（分钟）') },
    { name: 'rules.package.unitS', label: t('超时单位（分钟）') },
    { name: 'rules.package.unitFen', label: t('超时单价（元）') },
    { name: 'rules.remote.on', label: t('收远途费') },
    { name: 'rules.remote.thresholdM', label: t('远途费 · {part}', { part: t('超过（公里）') }) },
    { name: 'rules.remote.stepM', label: t('远途费 · {part}', { part: t('每（公里）') }) },
    { name: 'rules.remote.stepFen', label: t('远途费 · {part}', { part: t('价格（元）') }) },
    {
      name: 'rules.dynamicScope',
      label: t('动态加价范围'),
      words: (parts: DynamicPart[]) => joined(parts.map((part) => tr(partText[part]))),
    },
    { name: 'rules.feeMaxFen', label: t('动态加价封顶（元）') },
    { name: 'rules.commissionBp', label: t('平台抽成（%）') },
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={800}
      title={source ? t('修改价格模板（保存为第 {n} 版）', { n: source.newestVersion + 1 }) : t('新建价格模板')}
      initial={valuesOf(source)}
      onClose={onClose}
      onSubmit={save}
    >
      <VersionConflict<Partial<Values>>
        base={valuesOf(source)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <div className="pricing-form-row">
        <Form.Item name="name" label={t('模板名称')} rules={[{ required: true, message: t('请填写模板名称') }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="code" label={t('编码')} rules={[{ required: true, message: t('请填写编码') }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="serviceType" label={t('业务类型')} required>
          <Select
            disabled={source !== null}
            options={(Object.keys(serviceTypeText) as ServiceType[]).map((value) => ({ value, label: tr(serviceTypeText[value]) }))}
          />
        </Form.Item>
      </div>
      <OwnerFields fixed={source !== null} />
      <Form.Item name="cityIds" label={t('适用城市')} rules={[{ required: true, message: t('至少选择一个城市') }]}>
        <Select mode="multiple" options={cities.options} />
      </Form.Item>
      <Form.Item noStyle dependencies={['cityIds']}>
        {({ getFieldValue }) => {
          const extra = clockWords(clockOf((getFieldValue('cityIds') as string[] | undefined) ?? []))
          return (
            <div className="pricing-form-row">
              <Form.Item name="effectiveFrom" label={t('生效时间（不填为立即生效）')} extra={extra}>
                <Input type="datetime-local" />
              </Form.Item>
              <Form.Item name="effectiveTo" label={t('失效时间（不填为长期有效）')} extra={extra}>
                <Input type="datetime-local" />
              </Form.Item>
            </div>
          )
        }}
      </Form.Item>
      <div className="pricing-form-row">
        <Form.Item name={['rules', 'mode']} label={t('计费方式')} required>
          <Select options={pricingMode.options.map((value) => ({ value, label: tr(modeText[value]) }))} />
        </Form.Item>
        <Form.Item name={['rules', 'stepM']} label={t('里程步长（公里）')} rules={[{ required: true, message: t('请填写') }]}>
          <InputNumber min={0.001} max={1000} />
        </Form.Item>
        <Form.Item name={['rules', 'stepFen']} label={t('每步价格（元）')} rules={[{ required: true, message: t('请填写') }]}>
          <InputNumber min={0} max={10_000} precision={2} />
        </Form.Item>
      </div>
      <BandsInput />
      <WaitFields />
      <PackageFields />
      <RemoteFields />
      <div className="pricing-form-row">
        <Form.Item name={['rules', 'dynamicScope']} label={t('动态加价范围')}>
          <Select mode="multiple" options={dynamicPart.options.map((value) => ({ value, label: tr(partText[value]) }))} />
        </Form.Item>
        <Form.Item name={['rules', 'feeMaxFen']} label={t('动态加价封顶（元）')}>
          <InputNumber min={0} max={10_000} precision={2} placeholder={t('不封顶')} />
        </Form.Item>
        <Form.Item
          name={['rules', 'commissionBp']}
          label={t('平台抽成（%）')}
          extra={t('按起步、里程、等候、远途、动态加价计')}
          rules={[{ required: true, message: t('请填写') }]}
        >
          <InputNumber min={0} max={100} precision={2} />
        </Form.Item>
      </div>
    </FormDialog>
  )
}

const isOwned = (ownerType: TemplateOwner) => ownerType === 'ENTERPRISE' || ownerType === 'PARTNER'

/** Whose prices they are, and for which channels; what a template belongs to stays as it began. */
function OwnerFields({ fixed }: { fixed: boolean }) {
  const ownerType = Form.useWatch<TemplateOwner | undefined>('ownerType') ?? 'CITY'
  const { data } = useCall(templateCalls.priceOwners, {})
  const named = (rows: readonly { id: string; name: string }[] = []) => rows.map(({ id, name }) => ({ value: id, label: tr(name) }))
  return (
    <div className="pricing-form-row">
      <Form.Item name="ownerType" label={t('归属')} required>
        <Select disabled={fixed} options={templateOwner.options.map((value) => ({ value, label: ownerText(value) }))} />
      </Form.Item>
      {isOwned(ownerType) ? (
        <Form.Item
          name="ownerId"
          label={ownerType === 'ENTERPRISE' ? t('归属企业') : t('归属渠道')}
          rules={[{ required: true, message: t('请选择') }]}
        >
          <Select
            disabled={fixed}
            showSearch={{ optionFilterProp: 'label' }}
            options={named(ownerType === 'ENTERPRISE' ? data?.enterprises : data?.channels)}
          />
        </Form.Item>
      ) : null}
      <Form.Item name="channelIds" label={t('适用渠道')}>
        <Select mode="multiple" placeholder={t('全部渠道')} showSearch={{ optionFilterProp: 'label' }} options={named(data?.channels)} />
      </Form.Item>
    </div>
  )
}

const required = () => [{ required: true, message: t('请填写') }]

function WaitFields() {
  const kind = Form.useWatch<RulesForm['waitKind']>(['rules', 'waitKind'])
  return (
    <div className="pricing-form-row pricing-form-wait">
      <Form.Item name={['rules', 'waitKind']} label={t('等候费')} required>
        <Select
          options={[
            { value: 'NONE', label: t('不收') },
            { value: 'PER_MIN_CEIL', label: t('不足一个单位按一个计') },
            { value: 'FULL_BLOCK_FLOOR', label: t('满一个单位才计') },
          ]}
        />
      </Form.Item>
      <Form.Item name={['rules', 'wait', 'freeS']} label={t('免费（分钟）')} hidden={kind === 'NONE'} rules={required()}>
        <InputNumber min={0} max={1440} />
      </Form.Item>
      <Form.Item name={['rules', 'wait', 'unitS']} label={t('单位（分钟）')} hidden={kind === 'NONE'} rules={required()}>
        <InputNumber min={1} max={1440} />
      </Form.Item>
      <Form.Item name={['rules', 'wait', 'unitFen']} label={t('单价（元）')} hidden={kind === 'NONE'} rules={required()}>
        <InputNumber min={0} max={10_000} precision={2} />
      </Form.Item>
      <Form.Item
        name={['rules', 'wait', 'unitFenLate']}
        label={t('司机迟到单价（元）')}
        hidden={kind !== 'FULL_BLOCK_FLOOR'}
        rules={required()}
      >
        <InputNumber min={0} max={10_000} precision={2} />
      </Form.Item>
      <Form.Item name={['rules', 'wait', 'maxTotalS']} label={t('最长')} hidden={kind === 'NONE'}>
        <InputNumber min={0} max={44_640} placeholder={t('不限')} suffix={t('分钟')} />
      </Form.Item>
    </div>
  )
}

function PackageFields() {
  const mode = Form.useWatch<RulesForm['mode']>(['rules', 'mode'])
  const hidden = mode !== 'PACKAGE'
  return (
    <div className="pricing-form-row">
      <Form.Item name={['rules', 'package', 'includedS']} label={t('套餐含时长（分钟）')} hidden={hidden} rules={required()}>
        <InputNumber min={0} max={44_640} />
      </Form.Item>
      <Form.Item name={['rules', 'package', 'freeS']} label={t('超时宽限（分钟）')} hidden={hidden} rules={required()}>
        <InputNumber min={0} max={1440} />
      </Form.Item>
      <Form.Item name={['rules', 'package', 'unitS']} label={t('超时单位（分钟）')} hidden={hidden} rules={required()}>
        <InputNumber min={1} max={1440} />
      </Form.Item>
      <Form.Item name={['rules', 'package', 'unitFen']} label={t('超时单价（元）')} hidden={hidden} rules={required()}>
        <InputNumber min={0} max={10_000} precision={2} />
      </Form.Item>
    </div>
  )
}

function RemoteFields() {
  const on = Form.useWatch<boolean>(['rules', 'remote', 'on'])
  return (
    <div className="pricing-form-row">
      <Form.Item name={['rules', 'remote', 'on']} label={t('收远途费')} required valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name={['rules', 'remote', 'thresholdM']} label={t('超过（公里）')} hidden={!on} rules={required()}>
        <InputNumber min={0} max={10_000} />
      </Form.Item>
      <Form.Item name={['rules', 'remote', 'stepM']} label={t('每（公里）')} hidden={!on} rules={required()}>
        <InputNumber min={0.001} max={1000} />
      </Form.Item>
      <Form.Item name={['rules', 'remote', 'stepFen']} label={t('价格（元）')} hidden={!on} rules={required()}>
        <InputNumber min={0} max={10_000} precision={2} />
      </Form.Item>
    </div>
  )
}
