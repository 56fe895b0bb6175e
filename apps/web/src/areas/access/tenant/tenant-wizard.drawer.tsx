import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import type { OneTimeLink } from '#shared/access/one-time-link.dialog.tsx'
import { Alert, Button, Drawer, Form, Input, Select, Steps, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { refresh, RefusalError, sendCall, useCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { askToDiscard, useUnsaved } from '#platform/tab/unsaved.ts'
import { Logo, LogoField } from '#kit/media/logo.tsx'
import { faultOf } from '#ui/page/fault.view.ts'
import { pressInForm } from '#kit/edit/form-keys.ts'
import { fieldErrorsOf, sameTyped } from '#kit/edit/form.view.ts'
import { HOST, USERNAME } from './tenant.view.ts'
import './tenant.css'

interface Values {
  name: string
  brandName: string
  domain?: string
  adminUsername: string
  adminName: string
  adminPhone: string
  cityIds: string[]
  enabled: boolean
}

const blank: Partial<Values> = { enabled: true, cityIds: [] }
/** The fields of each step. */
const STEPS: readonly (readonly (keyof Values)[])[] = [
  ['name', 'brandName', 'domain'],
  ['adminName', 'adminUsername', 'adminPhone'],
  ['cityIds', 'enabled'],
]
const PHONE = /^[\d\s()+-]{7,20}$/

interface Props {
  open: boolean
  onClose: () => void
  onLink: (link: OneTimeLink) => void
}

/** A new business in one go: brand, administrator, cities. Nothing is made before the last step. */
export default function TenantWizardDrawer({ open, onClose, onLink }: Props) {
  const [form] = Form.useForm<Values>()
  const [step, setStep] = useState(0)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const cities = useCall(tenancyCalls.cityOptions, {}, { enabled: open })
  const brandName: string = Form.useWatch('brandName', form) ?? ''

  const unsaved = () => open && (file !== null || !sameTyped(blank, form.getFieldsValue(true) as object))
  useUnsaved(unsaved)
  const leave = async () => {
    if (!busy && (!unsaved() || (await askToDiscard()))) onClose()
  }

  useEffect(() => {
    if (!open) return
    form.resetFields()
    setStep(0)
    setFile(null)
    setProblem('')
  }, [open, form])

  useEffect(() => {
    const first = STEPS[step]?.[0]
    if (open && first) form.focusField(first)
  }, [open, step, form])

  const next = async () => {
    const valid = await form.validateFields([...(STEPS[step] ?? [])]).then(
      () => true,
      () => false,
    )
    if (!valid) return
    if (step < STEPS.length - 1) return setStep(step + 1)
    await create(form.getFieldsValue(true) as Values)
  }
  const create = async (values: Values) => {
    setBusy(true)
    setProblem('')
    try {
      const made = await sendCall(tenancyCalls.create, { ...values, domain: values.domain ?? '' }, { silent: true })
      if (file) await sendLogo(made.tenantId, file)
      void refresh([tenancyCalls.list, tenancyCalls.logs])
      onClose()
      onLink({ name: `${values.adminName} · ${made.username}`, path: made.link, expiresAt: made.validUntil })
    } catch (error) {
      const fields = fieldErrorsOf(error)
      const about = spotOf(error)
      if (about) fields.push({ name: [about], errors: [faultOf(error).hint] })
      if (fields.length === 0) setProblem(faultOf(error).hint)
      const wrong = STEPS.findIndex((names) => names.some((name) => fields.some((field) => field.name[0] === name)))
      if (wrong >= 0) setStep(wrong)
      form.setFields(fields as never)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Drawer
      open={open}
      title={t('新建租户')}
      size={560}
      onClose={() => void leave()}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={() => (step === 0 ? void leave() : setStep(step - 1))} disabled={busy}>
            {step === 0 ? t('取消') : t('上一步')}
          </Button>
          <Button type="primary" loading={busy} onClick={() => void next()}>
            {step < STEPS.length - 1 ? t('下一步') : t('创建租户')}
          </Button>
        </div>
      }
    >
      <Steps
        size="small"
        current={step}
        className="tenancy-steps"
        items={[{ title: t('品牌') }, { title: t('管理员') }, { title: t('城市与配置') }]}
      />
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark="optional"
        disabled={busy}
        preserve
        initialValues={blank}
        onKeyDown={(event) => !busy && pressInForm(event, 'short', () => void next())}
      >
        <div hidden={step !== 0}>
          <Form.Item name="brandName" label={t('品牌名称')} rules={[{ required: true, whitespace: true, message: t('请输入品牌名称') }]}>
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="name" label={t('企业名称')} rules={[{ required: true, whitespace: true, message: t('请输入企业名称') }]}>
            <Input maxLength={80} />
          </Form.Item>
          <Form.Item
            name="domain"
            label={t('域名')}
            extra={t('员工从该域名打开登录页时显示此品牌；可以以后再填。')}
            rules={[{ pattern: HOST, message: t('请输入域名，例如 daijia.example.com') }]}
          >
            <Input maxLength={120} placeholder="daijia.example.com" />
          </Form.Item>
          <Form.Item label={t('品牌标志')}>
            <LogoField present="" name={brandName} file={file} onChange={setFile} />
          </Form.Item>
          <Preview brandName={brandName} file={file} />
        </div>
        <div hidden={step !== 1}>
          <p className="tenancy-sentence">{t('创建后给您一个一次性链接，交给管理员设置登录密码。')}</p>
          <Form.Item name="adminName" label={t('姓名')} rules={[{ required: true, whitespace: true, message: t('请输入姓名') }]}>
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item
            name="adminUsername"
            label={t('用户名')}
            rules={[
              { required: true, message: t('请输入用户名') },
              { pattern: USERNAME, message: t('3–64 个字符，以字母开头，可含字母、数字和 . _ -') },
            ]}
          >
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="adminPhone"
            label={t('手机号')}
            extra={t('用于接收修改密码和绑定验证器的短信')}
            rules={[
              { required: true, message: t('请输入手机号') },
              { pattern: PHONE, message: t('请输入正确的电话号码') },
            ]}
          >
            <Input maxLength={20} inputMode="tel" autoComplete="off" />
          </Form.Item>
        </div>
        <div hidden={step !== 2}>
          <Form.Item
            name="cityIds"
            label={t('开通城市')}
            rules={[{ required: true, type: 'array', min: 1, message: t('至少选择一个城市') }]}
          >
            <Select
              mode="multiple"
              loading={cities.isPending}
              options={(cities.data?.options ?? []).map(({ key, value }) => ({ value: key, label: tr(value) }))}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={cities.isError ? t('城市加载失败，请稍后重试') : t('选择城市')}
            />
          </Form.Item>
          <Form.Item
            name="enabled"
            label={t('立即启用')}
            required
            valuePropName="checked"
            extra={t('关闭时租户处于待审核，审核并启用后才能登录。')}
          >
            <Switch />
          </Form.Item>
          <div className="tenancy-included">
            <h3>{t('同时创建')}</h3>
            <ul>
              <li>{t('默认角色：客服、财务、城市运营、机构管理员、合作方、租户管理员')}</li>
              <li>{t('默认菜单：与现有租户相同的全部菜单')}</li>
              <li>{t('每个城市一份标准计价模板，可直接下单')}</li>
            </ul>
          </div>
        </div>
      </Form>
    </Drawer>
  )
}

/** The brand as its people will see it. */
function Preview({ brandName, file }: { brandName: string; file: File | null }) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!file) return setAddress('')
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <figure className="tenancy-preview">
      <figcaption>{t('登录页预览')}</figcaption>
      <Logo src={address} name={brandName} sizePx={40} />
      <div>
        <strong>{brandName || t('品牌名称')}</strong>
        <span>{t('代驾业务运营管理平台')}</span>
      </div>
    </figure>
  )
}

/** The tenant is there already: a refused logo is told and can be sent again from the list. */
async function sendLogo(tenantId: string, file: File): Promise<void> {
  try {
    await sendCall(tenancyCalls.uploadLogo, { tenantId, file }, { silent: true })
  } catch (error) {
    toast.warning(t('租户已创建，但标志没有上传：{why}', { why: faultOf(error).hint }))
  }
}

function spotOf(error: unknown): keyof Values | null {
  if (!(error instanceof RefusalError)) return null
  if (error.error === 'tenancy.domainTaken') return 'domain'
  return error.error === 'tenancy.usernameTaken' ? 'adminUsername' : null
}
