import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { FieldGroup, FieldRow, SelectField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { LogoField, sendLogoOfNew, useAddressOf } from '#kit/fields/logo-field.tsx'
import { Logo } from '#kit/media/logo.tsx'
import { useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { showOneTimeLink } from '#shared/access/shown-link.tsx'
import { BrandFields } from './brand-fields.tsx'
import { USERNAME } from './tenant.view.ts'
import './tenant.css'

interface Props {
  open: boolean
  onClose: () => void
}
type Values = InputOf<typeof tenancyCalls.create> & { logo?: File | null }
type Made = { made: AnswerOf<typeof tenancyCalls.create>; adminName: string }

/** A new business in one go: brand, administrator, cities. */
export default function NewTenantForm({ open, onClose }: Props) {
  const create = useSend(tenancyCalls.create)
  const upload = useSend(tenancyCalls.uploadLogo)
  const cities = useCall(tenancyCalls.cityOptions, {}, { enabled: open })
  return (
    <EditForm<Values, never, Made>
      open={open}
      as="drawer"
      width={560}
      title={t('新建租户')}
      okText={t('创建租户')}
      initial={{ enabled: true, cityIds: [] }}
      draft="tenant:new"
      save={async ({ logo, ...values }) => {
        const made = await create.send(values)
        if (logo) await sendLogoOfNew(upload.send({ tenantId: made.tenantId, file: logo }))
        return { made, adminName: values.adminName }
      }}
      saved={null}
      onSaved={({ made, adminName }) =>
        showOneTimeLink({ name: `${adminName} · ${made.username}`, path: made.link, expiresAt: made.validUntil })
      }
      onClose={onClose}
    >
      <FieldGroup title={t('品牌')}>
        <BrandFields domainHint={t('员工从该域名打开登录页时显示此品牌；可以以后再填。')} />
        <LogoField name="logo" label={t('品牌标志')} present="" nameIn="brandName" />
        <Preview />
      </FieldGroup>
      <FieldGroup title={t('管理员')}>
        <p className="tenancy-sentence">{t('创建后给您一个一次性链接，交给管理员设置登录密码。')}</p>
        <FieldRow>
          <TextField name="adminName" label={t('姓名')} required maxLength={30} />
          <TextField
            name="adminUsername"
            label={t('用户名')}
            required
            maxLength={64}
            inputMode="text"
            rules={[{ pattern: USERNAME, message: t('3–64 个字符，以字母开头，可含字母、数字和 . _ -') }]}
          />
        </FieldRow>
        <TextField
          name="adminPhone"
          label={t('手机号')}
          required
          maxLength={20}
          inputMode="text"
          hint={t('用于接收修改密码和绑定验证器的短信')}
          rules={[{ pattern: /^[\d\s()+-]{7,20}$/, message: t('请输入正确的电话号码') }]}
        />
      </FieldGroup>
      <FieldGroup title={t('城市与配置')}>
        <SelectField
          name="cityIds"
          label={t('开通城市')}
          required
          multiple
          choices={(cities.data?.options ?? []).map(({ key, value }) => ({ value: key, label: tr(value) }))}
          loading={cities.isPending}
          placeholder={cities.isError ? t('城市加载失败，请稍后重试') : t('选择城市')}
        />
        <SwitchField name="enabled" label={t('立即启用')} hint={t('关闭时租户处于待审核，审核并启用后才能登录。')} />
        <div className="tenancy-included">
          <h3>{t('同时创建')}</h3>
          <ul>
            <li>{t('默认角色：客服、财务、城市运营、机构管理员、合作方、租户管理员')}</li>
            <li>{t('默认菜单：与现有租户相同的全部菜单')}</li>
            <li>{t('每个城市一份标准计价模板，可直接下单')}</li>
          </ul>
        </div>
      </FieldGroup>
    </EditForm>
  )
}

/** The brand as its people will see it. */
function Preview() {
  const brandName = Form.useWatch<string | undefined>('brandName') ?? ''
  const address = useAddressOf(Form.useWatch<File | null | undefined>('logo') ?? null)
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
