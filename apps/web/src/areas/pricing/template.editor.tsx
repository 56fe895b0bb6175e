import { dynamicPart, pricingMode, type TemplateOwner, templateOwner } from '@chauffeur/contract/pricing-model'
import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order-model'
import { templateCalls } from '@chauffeur/contract/pricing-template'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useCall, useSend } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { useCities } from '#shared/city/use-cities.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { BandsEditor } from './bands.editor.tsx'
import { instantOf, localInput, modeText, ownerText } from './pricing.view.ts'
import type { Template } from './template.detail.tsx'
import { emptyRules, fromForm, type RulesForm, toForm } from './template.form.ts'

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

export interface TemplateEditorProps {
  open: boolean
  /** The version to begin with; null for a new template. */
  source: Template | null
  onClose: () => void
  onSaved: (templateId: string) => void
}

/** Saving never changes a version: orders keep theirs, and a new one takes over at its time. */
export function TemplateEditor({ open, source, onClose, onSaved }: TemplateEditorProps) {
  const { send } = useSend(templateCalls.templateSave, {
    refreshes: [templateCalls.templateList, templateCalls.templateGet, templateCalls.templateVersions],
  })
  const cities = useCities()
  const save = async ({ rules, ownerId, effectiveFrom, effectiveTo, ...values }: Values) => {
    const { templateId } = await send({
      ...values,
      ...(source && { templateId: source.templateId, baseVersion: source.newestVersion }),
      ...(isOwned(values.ownerType) && { ownerId }),
      rules: fromForm(rules),
      effectiveFrom: instantOf(effectiveFrom),
      effectiveTo: instantOf(effectiveTo),
    })
    onSaved(templateId)
  }
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={800}
      title={source ? t('修改价格模板（保存为第 {n} 版）', { n: source.newestVersion + 1 }) : t('新建价格模板')}
      initial={
        {
          code: source?.code ?? '',
          name: source?.name ?? '',
          ownerType: source?.ownerType ?? 'CITY',
          ownerId: source?.ownerId ?? undefined,
          cityIds: source?.cityIds ?? [],
          channelIds: source?.channelIds ?? [],
          serviceType: source?.serviceType ?? 'TRIP',
          // One that is over is to begin again without an end.
          effectiveTo: source?.status === 'EXPIRED' ? '' : localInput(source?.effectiveTo),
          rules: toForm(source?.rules ?? emptyRules),
        } as Values
      }
      onClose={onClose}
      onSubmit={save}
    >
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
      <div className="pricing-form-row">
        <Form.Item name="effectiveFrom" label={t('生效时间（不填为立即生效）')}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="effectiveTo" label={t('失效时间（不填为长期有效）')}>
          <Input type="datetime-local" />
        </Form.Item>
      </div>
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
      <BandsEditor />
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
